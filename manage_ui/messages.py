"""Messages of the settings pages."""

from collections.abc import Iterable, Sequence

from poker.formatting import listed
from staff.models import Room
from tables.models import Table


def at_tables(tables: Sequence[Table] | Iterable[Table]) -> str:
    """Return "T3, T7 and T9"; with several rooms, "T1 and T2 of Demo room, T1 of Big room"."""
    by: dict[int, list[str]] = {}
    for table in tables:
        by.setdefault(table.room_id, []).append(table.name)
    named = room_names()
    if not named:
        return listed([name for names in by.values() for name in names], "and")
    return ", ".join(f"{listed(names, 'and')} of {named[room]}" for room, names in by.items())


def room_names() -> dict[int, str]:
    """Return room names by id if there are several rooms; a single room is never named."""
    names_by_room = dict(Room.objects.values_list("pk", "name"))
    return names_by_room if len(names_by_room) > 1 else {}


def counted(number: int, item: str, many: str = "") -> str:
    """Return "1 table", "8 tables"."""
    return f"{number} {item if number == 1 else many or f'{item}s'}"
