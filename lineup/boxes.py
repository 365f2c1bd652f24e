"""Dealer boxes as the tables' logs have them, from which the lineup is synced."""

from collections.abc import Iterable
from typing import Protocol

from journal.log import log_of
from lineup.rules.commands import SyncTable
from poker.state import Dealer
from staff.keys import staff_numbers
from staff.models import Staff
from tables.models import Table


class PlayedTable(Protocol):
    """The state of a table of any kind, as far as the lineup reads it."""

    @property
    def is_open(self) -> bool: ...
    @property
    def dealer(self) -> Dealer | None: ...


def box_of(name: str, played: PlayedTable, *, rotates: bool, opened: bool = False) -> SyncTable:
    """Return the lineup command that syncs a table's dealer box."""
    dealer = played.dealer
    if dealer is None:
        return SyncTable(name, is_open=played.is_open)
    return SyncTable(name, played.is_open, dealer.key, dealer.name, dealer.since, rotates, opened)


def boxes_of(room_id: int) -> list[SyncTable]:
    """Return the sync command of every open table in a room, ordered by when its dealer sat down.

    If two tables have the same dealer, the later push applies.
    """
    rows = Table.every.filter(room=room_id, stream__view__table__open=True)
    columns = rows.order_by().values_list("name", "stream__key", "stream__state")
    states: list[tuple[str, PlayedTable]] = [
        (name, log_of(key).codec.decode_state(bytes(state))) for name, key, state in columns
    ]
    supervisor_keys = supervisors(played.dealer.key for _, played in states if played.dealer)
    boxes = [
        box_of(name, played, rotates=not played.dealer or played.dealer.key not in supervisor_keys)
        for name, played in states
    ]
    return sorted(boxes, key=lambda box: (box.since, box.table))


def supervisors(keys: Iterable[str]) -> set[str]:
    """Return the keys of the supervisors among these. They are not in the rotation while they fill a box."""
    rows = Staff.objects.select_related("user").filter(pk__in=staff_numbers(keys))
    return {staff.key for staff in rows if staff.supervises}
