"""The room a settings page is about, and its tables in order."""

import re
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tables.models import Room, Table


@dataclass(frozen=True, slots=True)
class RoomChoice:
    """The selected room, and all rooms by name."""

    room: Room
    all: list[Room]


def selected_room(request: HttpRequest) -> RoomChoice:
    """Return the room of `?room=`, else the first one. Raises 404 for an unknown number, or without rooms."""
    rooms = list(Room.objects.order_by("name"))
    wanted = request.GET.get("room", "")
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10:
        return RoomChoice(get_object_or_404(Room, pk=int(wanted)), rooms)
    if not rooms:
        raise Http404
    return RoomChoice(rooms[0], rooms)


def tables_of(room: Room) -> list[Table]:
    """Return the tables in natural order (T2 before T10), each with plaque and view."""
    tables = Table.objects.filter(room=room).select_related("plaque", "stream", "heard")
    return sorted(tables, key=lambda one: place(one.name))


def in_order(table: Table) -> tuple[object, ...]:
    """Return a sort key: by room, then by name in natural order."""
    return place(table.room.name), place(table.name)


def place(name: str) -> list[tuple[int, str]]:
    """Names in the order in which people count."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part)
        for part in re.split(r"(\d+)", name)
        if part
    ]
