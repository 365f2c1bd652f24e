"""The room of a settings page, and its tables in order."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from staff.models import Room
from staff.staff_rooms import room_or_404, rooms_of
from tables.models import Table
from tables.natural_order import natural_order


@dataclass(frozen=True, slots=True)
class RoomChoice:
    """The selected room, and the rooms that the manager may choose from."""

    room: Room
    all: list[Room]


def selected_room(request: HttpRequest) -> RoomChoice:
    """Return the room of `?room=`, else the manager's first room.

    Raises `Http404` if the room is not the manager's, or if there are no rooms.
    """
    rooms = list(rooms_of(request.user))
    wanted = request.GET.get("room", "")
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10:
        return RoomChoice(room_or_404(request.user, int(wanted)), rooms)
    if not rooms:
        raise Http404
    return RoomChoice(rooms[0], rooms)


def tables_of(room: Room) -> list[Table]:
    """Return the tables in natural order (T2 before T10), with plaque, log and heartbeat loaded."""
    tables = Table.objects.filter(room=room).select_related("plaque", "stream", "heard")
    return sorted(tables, key=lambda table: natural_order(table.name))


def in_order(table: Table) -> tuple[object, ...]:
    """Return a sort key: by room, then by natural order of the table's name."""
    return natural_order(table.room.name), natural_order(table.name)
