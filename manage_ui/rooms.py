"""Which room a page of settings is about, and its tables in order."""

import re
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tables.models import Room, Table


@dataclass(frozen=True, slots=True)
class Rooms:
    """The room that is asked for, and all of them by name."""

    room: Room
    all: list[Room]


def asked(request: HttpRequest) -> Rooms:
    """The room of `?room=`, else the first one. 404 for a number that is none, and where no room is yet."""
    rooms = list(Room.objects.order_by("name"))
    wanted = request.GET.get("room", "")
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10:
        return Rooms(get_object_or_404(Room, pk=int(wanted)), rooms)
    if not rooms:
        raise Http404
    return Rooms(rooms[0], rooms)


def tables_of(room: Room) -> list[Table]:
    """T2 before T10, each with its plaque and its picture."""
    found = Table.objects.filter(room=room).select_related("plaque", "stream", "heard")
    return sorted(found, key=lambda one: place(one.name))


def in_order(table: Table) -> tuple[object, ...]:
    """By room, then by name, as people count."""
    return place(table.room.name), place(table.name)


def place(name: str) -> list[tuple[int, str]]:
    """Names in the order in which people count."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part)
        for part in re.split(r"(\d+)", name)
        if part
    ]
