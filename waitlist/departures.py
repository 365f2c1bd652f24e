"""Projection of departures: seats that players left, from which waits are estimated."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from journal.projections import Change, Logged, Projection, Rows, RowTable, entry_numbers
from journal.unix_time import milliseconds
from poker.events import (
    PlayerRenamed,
    SeatChanged,
    SeatCountChanged,
    SeatLeft,
    SeatLocked,
    SeatTaken,
    SeatUnlocked,
    TableClosed,
    TableOpened,
    TableRenamed,
    Undone,
)
from tables.game_keys import list_key
from tables.models import SeatSession, Table
from tables.seat_occupancy import TableOccupancy
from tables.stored_commands import StoredAtTable
from waitlist.models import Departure
from web import broadcast

WINDOW = timedelta(hours=1)
MAX_MINUTES = 60
MIN_MINUTES = 10
# A house choice, because no guide covers waits: a seat left within this time before its table closed opened for no one.
CLOSING = timedelta(minutes=20)
SHOWN = (  # events that change which seats the waitlist's screens show as open
    SeatLeft,
    SeatChanged,
    SeatTaken,
    SeatLocked,
    SeatUnlocked,
    TableOpened,
    TableClosed,
    TableRenamed,
    PlayerRenamed,
    SeatCountChanged,
    Undone,
)


@dataclass(frozen=True, slots=True)
class DepartureRow:
    """A seat that was left.

    closing: the entry that closed the table soon after; None if another player could take the seat.
    """

    seq: int
    seat: int
    at: datetime
    closing: int | None = None


def _reduce(rows: Rows, logged: Logged) -> Iterable[Change]:
    """Add each seat that was left; closing the table marks those that no one took again.

    An undo removes the rows of its command, and the marks of a closing.
    """
    event = logged.event
    if isinstance(event, SeatLeft):
        return [(None, DepartureRow(logged.seq, event.seat, logged.at))]
    if isinstance(event, TableClosed):
        return [
            (departure, replace(departure, closing=logged.seq))
            for departure in _last_departures(rows, since=logged.at - CLOSING)
        ]
    changes: list[Change] = []
    for number in logged.entries_of(event.command):
        departure = rows.get(DepartureRow, number)
        if departure is not None:
            changes.append((departure, None))
        for marked in rows.having(DepartureRow, "closing", number):
            changes.append((marked, replace(marked, closing=None)))
    return changes


def _last_departures(rows: Rows, *, since: datetime) -> Iterable[DepartureRow]:
    """Return the last departure from each seat since a time."""
    last: dict[int, DepartureRow] = {}
    for departure in reversed(rows.of(DepartureRow).values()):
        if departure.at < since:
            break
        last.setdefault(departure.seat, departure)
    return last.values()


def _load(stored: StoredAtTable) -> Mapping[type, Q]:
    condition = Q(pk__in=())
    for event in stored.events:
        if isinstance(event, TableClosed):
            condition |= Q(at__gte=stored.now - CLOSING)
        elif isinstance(event, Undone):
            numbers = entry_numbers(stored.stream_id, event.command)
            condition |= Q(seq__in=numbers) | Q(closing__in=numbers)
    return {DepartureRow: condition}


class DepartureTable(RowTable[DepartureRow]):
    """Departures in the order of the log."""

    def read(self, log_id: int, condition: Q) -> Iterable[DepartureRow]:
        """Return the stored rows, the oldest first."""
        return sorted(super().read(log_id, condition), key=lambda departure: departure.seq)


PROJECTION = Projection(
    title="seats that were left",
    events=(SeatLeft, TableClosed, Undone),
    tables=(
        DepartureTable(DepartureRow, Departure, log="table_id", key=("seq",), indexes=("closing",)),
    ),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    reduce=_reduce,
    load=_load,
)


def notify_after_hand(stored: StoredAtTable) -> None:
    """Notify the waitlist's screens when a hand ends in which a player left: that seat can be filled now (S-010)."""
    hand = stored.before.hand
    empty_seats = {seat.number for seat in stored.before.seats if not seat.taken}
    if hand is not None and any(part.seat in empty_seats for part in hand.parts):
        notify_waitlists(stored)


def notify_waitlists(stored: StoredAtTable) -> None:
    """Notify the waitlist's screens that a seat changed."""
    change = f"{stored.stream_id}.{stored.first}"
    broadcast.send(f"lists.{stored.room_id}", {"type": "lists.look", "change": change})


def departures_last_hour(room_id: int, now: datetime) -> dict[str, int]:
    """Return how many seats players left within the last hour, by the key of their game's list."""
    rows = Departure.objects.filter(table__room=room_id, at__gt=now - WINDOW, at__lte=now)
    # A table without a plaque is in a tournament. Its seats are not for the waitlist.
    rows = rows.filter(closing=None).exclude(table__plaque=None)
    counts: Counter[str] = Counter()
    departures = rows.exclude(pk__in=moves(rows)).order_by()
    for name, seats in departures.values_list("table__plaque__name").annotate(Count("pk")):
        counts[list_key(name)] += seats
    return counts


def moves(rows: QuerySet[Departure]) -> set[int]:
    """Return the primary keys of departures to another table of the same game, which open no seat in the game.

    A move is a seat session that begins when another session of the same visit ends. The games are compared here,
    because PostgreSQL planned the query with their joins for 20 ms at each seat change.
    """
    sessions = SeatSession.objects.filter(
        table=OuterRef("table"), seat=OuterRef("seat"), left=OuterRef("seq")
    ).order_by()
    followed = sessions.filter(visit__sittings__taken_at=F("left_at"))
    left = list(
        rows.filter(Exists(followed))
        .annotate(
            visit=Subquery(sessions.values("visit")[:1]),
            left_at=Subquery(sessions.values("left_at")[:1]),
        )
        .order_by()
        .values_list("pk", "visit", "left_at", "table__plaque__name")
    )
    if not left:
        return set()
    taken = SeatSession.objects.filter(
        visit__in={visit for _, visit, _, _ in left}, taken_at__in={at for _, _, at, _ in left}
    ).order_by()
    begun = {
        (visit, at, list_key(game))
        for visit, at, game in taken.values_list("visit", "taken_at", "table__plaque__name")
        if game
    }
    return {pk for pk, *session, game in left if game and (*session, list_key(game)) in begun}


def observed_minutes(tables: Iterable[TableOccupancy], now: datetime) -> dict[str, int]:
    """Return the minutes over which departures of each game were observed: from its first open table, between
    `MIN_MINUTES` and `MAX_MINUTES`.
    """
    opened: dict[str, int] = {}
    for table in tables:
        if table.is_open:
            key = list_key(table.title)
            opened[key] = min(table.since, opened.get(key, table.since))
    now_ms = milliseconds(now)
    return {
        key: min(max((now_ms - since) // 60_000, MIN_MINUTES), MAX_MINUTES)
        for key, since in opened.items()
    }


def empty_since(tables: list[int], now: datetime) -> dict[tuple[int, int], datetime]:
    """Return when seats of these tables were last left, by table and seat, up to twelve hours back."""
    rows = Departure.objects.filter(table__in=tables, at__gt=now - 12 * WINDOW).order_by()
    departures = rows.values_list("table_id", "seat").annotate(Max("at"))
    return {(table, seat): at for table, seat, at in departures}
