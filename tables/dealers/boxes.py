"""What tables say of their boxes, as the line-up follows it."""

from collections.abc import Iterable

from poker import codec
from poker.lineup.commands import Follow
from poker.state import Table as Played
from tables.models import Staff, Table


def box_of(name: str, played: Played, *, rotates: bool, opened: bool = False) -> Follow:
    """A table's own log as the line-up takes it."""
    dealer = played.dealer
    if dealer is None:
        return Follow(name, is_open=played.is_open)
    return Follow(name, played.is_open, dealer.key, dealer.name, dealer.since, rotates, opened)


def boxes_of(room_id: int) -> list[Follow]:
    """Every open table of a room, those first whose dealer came first: of two with one dealer the later counts."""
    rows = Table.objects.filter(room=room_id, stream__view__table__open=True)
    found = [
        (name, codec.decode_state(bytes(state)))
        for name, state in rows.order_by().values_list("name", "stream__state")
    ]
    others = supervisors(played.dealer.key for _, played in found if played.dealer)
    boxes = [
        box_of(name, played, rotates=not played.dealer or played.dealer.key not in others)
        for name, played in found
    ]
    return sorted(boxes, key=lambda told: (told.since, told.table))


def supervisors(keys: Iterable[str]) -> set[str]:
    """Who of these supervises, and so is no dealer of the rotation when he fills a box."""
    numbers = [int(key[6:]) for key in keys if key.startswith("staff.") and key[6:].isdecimal()]
    rows = Staff.objects.select_related("user").filter(pk__in=numbers)
    return {one.key for one in rows if one.supervises}
