"""The dealers of an event: their downs at its tables, from the tables' logs."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from journal.models import Entry
from poker.codec import decode_event
from poker.events import DealerPushed, Undone
from poker.logs.codec import tag
from staff.keys import aliases
from tables.table_names import table_by_name
from tournaments.history import LoggedEvent
from tournaments.models import ScheduledEvent
from tournaments.rules import events as e

NAMES = (tag(DealerPushed), tag(Undone))


class Down(NamedTuple):
    """A dealer in the box of a table."""

    dealer: str
    table: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class DealerDowns:
    """What a dealer dealt in an event."""

    name: str
    downs: int
    time: timedelta
    tables: int


class _Periods:
    """When each table was in play in an event."""

    def __init__(self) -> None:
        self.periods: dict[str, list[tuple[datetime, datetime | None]]] = {}
        self.tables: set[str] = set()
        self.has_started = False

    def read(self, logged: LoggedEvent) -> None:
        """Take an event of the tournament's log into account."""
        match logged.event:
            case e.TableAdded(table=table):
                self._add(table, logged.at)
            case e.ClockStarted():
                self._start(logged.at)
            case e.TableRemoved(table=table) | e.TableBroken(table=table):
                self._remove({table}, logged.at)
            case e.BreakUndone(table=table):
                self._reopen(table)
            case e.SeatsRedrawn(tables=tables):
                self._remove(self.tables - {*tables}, logged.at)
            case e.DayEnded() | e.ResultClosed():
                self._close(self.tables, logged.at)
                self.has_started = False

    def _add(self, table: str, at: datetime) -> None:
        self.tables.add(table)
        if self.has_started:
            self.periods.setdefault(table, []).append((at, None))

    def _start(self, at: datetime) -> None:
        if self.has_started:
            return
        self.has_started = True
        for table in sorted(self.tables):
            self.periods.setdefault(table, []).append((at, None))

    def _remove(self, tables: Set[str], at: datetime) -> None:
        self._close(tables, at)
        self.tables -= tables

    def _reopen(self, table: str) -> None:
        self.tables.add(table)
        start, _ = self.periods[table].pop()
        self.periods[table].append((start, None))

    def _close(self, tables: Set[str], at: datetime) -> None:
        for table in tables:
            if table in self.periods and self.periods[table][-1][1] is None:
                start, _ = self.periods[table].pop()
                self.periods[table].append((start, at))


def event_downs(row: ScheduledEvent, log: Iterable[LoggedEvent], now: datetime) -> list[Down]:
    """Return the times of dealers in the boxes of an event's tables, within the times in which they were in play."""
    in_play = _Periods()
    for logged in log:
        in_play.read(logged)
    return [
        down
        for table, periods in in_play.periods.items()
        for down in _downs_of(table, _pushes(row.room_id, table), periods, now)
    ]


def dealer_downs(
    row: ScheduledEvent, log: Iterable[LoggedEvent], now: datetime
) -> list[DealerDowns]:
    """Return the dealers of an event with their downs, the longest time first.

    A down is a dealer's time in the box between two pushes, within the time in which the table was in play. Archived
    logs of tables are not read.
    """
    downs = event_downs(row, log, now)
    names = aliases({down.dealer for down in downs})
    return sorted(_by_dealer(downs, names), key=lambda dealer: (-dealer.time, dealer.name))


def _pushes(room_id: int, table: str) -> list[tuple[datetime, str]]:
    """Return the pushes in a table's log without undone ones: time and key of the dealer."""
    row = table_by_name(table, room_id)
    if row is None:
        return []
    entries = Entry.objects.filter(stream=row.stream_id, name__in=NAMES).order_by("seq")
    pushes: dict[str, tuple[datetime, str]] = {}
    for entry in entries:
        event = decode_event(entry.name, entry.version, entry.data)
        if isinstance(event, DealerPushed):
            pushes[entry.command_id] = (entry.at, event.dealer.key)
        elif isinstance(event, Undone):
            pushes.pop(event.command, None)
    return list(pushes.values())


def _downs_of(
    table: str,
    pushes: Sequence[tuple[datetime, str]],
    periods: Sequence[tuple[datetime, datetime | None]],
    now: datetime,
) -> list[Down]:
    ends = [*(at for at, _ in pushes[1:]), now]
    downs: list[Down] = []
    for (at, dealer), until in zip(pushes, ends, strict=False):  # without a push there is none
        for start, end in periods:
            first = max(at, start)
            last = min(until, end or now)
            if first < last:
                downs.append(Down(dealer, table, first, last))
    return downs


def _by_dealer(downs: Sequence[Down], names: dict[str, str]) -> list[DealerDowns]:
    return [
        DealerDowns(
            name=names.get(dealer, dealer),
            downs=len(own),
            time=sum((down.end - down.start for down in own), timedelta()),
            tables=len({down.table for down in own}),
        )
        for dealer in dict.fromkeys(down.dealer for down in downs)
        if (own := [down for down in downs if down.dealer == dealer])
    ]
