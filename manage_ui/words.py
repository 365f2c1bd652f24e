"""Sentences of the managers' pages."""

from collections.abc import Iterable, Sequence

from rulings.wording.sayings import listed
from tables.models import Room, Table


def at_tables(tables: Sequence[Table] | Iterable[Table]) -> str:
    """T3, T7 and T9; where there are several rooms, T1 and T2 of Demo room, T1 of Big room."""
    by: dict[int, list[str]] = {}
    for one in tables:
        by.setdefault(one.room_id, []).append(one.name)
    named = room_names()
    if not named:
        return listed([name for names in by.values() for name in names], "and")
    return ", ".join(f"{listed(names, 'and')} of {named[room]}" for room, names in by.items())


def room_names() -> dict[int, str]:
    """Rooms by number, where there is more than one; nobody names the only one."""
    found = dict(Room.objects.values_list("pk", "name"))
    return found if len(found) > 1 else {}
