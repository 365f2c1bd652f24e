"""Seats that were left lately: the room's own departures, from which waits are estimated."""

from collections import Counter
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef, QuerySet

from journal.models import Entry
from poker.events import (
    SeatChanged,
    SeatLeft,
    SeatLocked,
    SeatTaken,
    SeatUnlocked,
    TableClosed,
    TableOpened,
    Undone,
)
from tables import broadcast, watching
from tables.lists.games import key_of
from tables.models import FreedSeat, Sitting, Table
from tables.occupied import seatings
from tables.watching import Stored

WITHIN = timedelta(hours=1)
HOUR, LEAST = 60, 10  # minutes
KINDS = (
    SeatLeft,
    SeatChanged,
    SeatTaken,
    SeatLocked,
    SeatUnlocked,
    TableOpened,
    TableClosed,
    Undone,
)


def begin() -> None:
    """Keep the rows from now on, and let screens of the lists look when chairs change."""
    watching.watch(KINDS, keep)


def keep(stored: Stored) -> None:
    """A row for each seat that was left; an undo takes its rows away again."""
    if not any(isinstance(event, KINDS) for event in stored.events):
        return
    for seq, event in enumerate(stored.events, stored.first):
        if isinstance(event, SeatLeft):
            FreedSeat.objects.create(
                table_id=stored.table_id, seq=seq, seat=event.seat, at=stored.now
            )
        elif isinstance(event, Undone):
            _undone(stored.table_id, event.command)
    room = Table.objects.values_list("room_id", flat=True).get(pk=stored.table_id)
    told = partial(broadcast.send, f"lists.{room}", {"type": "lists.look"})
    transaction.on_commit(told, robust=True)


def _undone(table_id: int, command_id: str) -> None:
    rows = Entry.objects.filter(stream_id=table_id, command_id=command_id, name="seat.left")
    seqs = list(rows.values_list("seq", flat=True))
    if seqs:
        FreedSeat.objects.filter(table_id=table_id, seq__in=seqs).delete()


def freed(room_id: int, now: datetime) -> dict[str, int]:
    """How many seats were left within the last hour, by the list of their game."""
    rows = FreedSeat.objects.filter(table__room=room_id, at__gt=now - WITHIN, at__lte=now)
    found: Counter[str] = Counter()
    left = not_moved(rows).order_by()
    for name, seats in left.values_list("table__plaque__name").annotate(Count("pk")):
        found[key_of(name)] += seats if name else 0
    return found


def not_moved(rows: QuerySet[FreedSeat]) -> QuerySet[FreedSeat]:
    """Without those who went to another table of the game, by which there is no chair more than there was.

    A move is a sitting that begins the moment another of the same visit ends.
    """
    moved = Sitting.objects.filter(
        table=OuterRef("table"),
        seat=OuterRef("seat"),
        left=OuterRef("seq"),
        visit__sittings__taken_at=F("left_at"),
        visit__sittings__table__plaque__name=F("table__plaque__name"),
    )
    return rows.filter(~Exists(moved))


def watched(room_id: int, now: datetime) -> dict[str, int]:
    """For how many minutes departures of each game could be seen: an hour, or since its first table was opened.

    Not less than ten: from fewer no rate is taken.
    """
    opened: dict[str, int] = {}
    for table in seatings(room_id):
        if table.is_open:
            key = key_of(table.title)
            opened[key] = min(table.since, opened.get(key, table.since))
    at = int(now.timestamp() * 1000)
    return {key: min(max((at - since) // 60_000, LEAST), HOUR) for key, since in opened.items()}


def empty_since(tables: list[int], now: datetime) -> dict[tuple[int, int], datetime]:
    """When chairs of these tables were left last, by table and seat, as far back as half a day."""
    rows = FreedSeat.objects.filter(table__in=tables, at__gt=now - 12 * WITHIN).order_by()
    left = rows.values_list("table_id", "seat").annotate(Max("at"))
    return {(table, seat): at for table, seat, at in left}
