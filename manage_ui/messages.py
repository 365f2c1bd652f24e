"""Texts that several settings pages use."""

from collections.abc import Iterable, Sequence

from poker.formatting import listed
from staff.models import Room
from tables.models import Table


def at_tables(tables: Sequence[Table] | Iterable[Table]) -> str:
    """Return "T3, T7 and T9"; with several rooms, "T1 and T2 of Demo room, T1 of Big room"."""
    tables_by_room: dict[int, list[str]] = {}
    for table in tables:
        tables_by_room.setdefault(table.room_id, []).append(table.name)
    rooms = room_names()
    if not rooms:
        return listed([name for names in tables_by_room.values() for name in names], "and")
    return ", ".join(
        f"{listed(names, 'and')} of {rooms[room]}" for room, names in tables_by_room.items()
    )


def room_names() -> dict[int, str]:
    """Return room names by key; {} if there is only one room, which is never named."""
    names_by_room = dict(Room.objects.values_list("pk", "name"))
    return names_by_room if len(names_by_room) > 1 else {}


def counted(number: int, item: str, many: str = "") -> str:
    """Return "1 table" or "8 tables". many: the plural, if it is not `item` plus an s."""
    return f"{number} {item if number == 1 else many or f'{item}s'}"
