"""The running events of a room as its map shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from journal.unix_time import from_milliseconds, milliseconds
from tournaments.actions import load_tournament
from tournaments.messages import display_name, level_text, seat_text
from tournaments.models import ScheduledEvent
from tournaments.rules.clock import Reading, read
from tournaments.rules.state import Tournament
from tournaments.table_rows import TableRow, table_rows

MOST_ARRIVALS = 3


@dataclass(frozen=True, slots=True)
class RoomEvent:
    """An event with its tables by name. ends_at: Unix milliseconds, 0 while the clock is stopped."""

    pk: int
    number: int
    name: str
    level: int
    stakes: str
    is_break: bool
    ends_at: int
    time_left: int  # in milliseconds, when it was read
    break_at: datetime | None
    players_left: int
    tables: dict[str, TableRow]
    arrivals: tuple[tuple[str, str], ...]  # seat and name of players on the way
    arrival_count: int

    @property
    def off_tables(self) -> list[TableRow]:
        """Return the tables that are stopped or short, the shortest first."""
        return [row for row in self.tables.values() if row.state in ("stopped", "short")]

    @property
    def more_arrivals(self) -> int:
        return self.arrival_count - len(self.arrivals)


def room_events(room_id: int, now: datetime) -> tuple[RoomEvent, ...]:
    """Return the running events of a room in the order of their numbers."""
    rows = ScheduledEvent.objects.filter(room=room_id, summary__status="running")
    return tuple(_room_event(row, now) for row in rows.order_by("number"))


def of_table(events: Sequence[RoomEvent], table: str) -> RoomEvent | None:
    """Return the event that a table plays, None for a cash table."""
    return next((event for event in events if table in event.tables), None)


def _room_event(row: ScheduledEvent, now: datetime) -> RoomEvent:
    _, event = load_tournament(row.pk)
    ms = milliseconds(now)
    reading = read(event.plan, event.clock, ms)
    arriving = [entry for entry in event.seated() if entry.coming]
    return RoomEvent(
        pk=row.pk,
        number=row.number,
        name=event.plan.name,
        level=reading.level,
        stakes=level_text(event.plan.levels[reading.level - 1]),
        is_break=reading.is_break,
        ends_at=ms + reading.left if reading.runs else 0,
        time_left=reading.left,
        break_at=_break_at(event, reading, ms),
        players_left=sum(1 for _ in event.alive()),
        tables={row.name: row for row in table_rows(event)},
        arrivals=tuple(
            (seat_text(entry.table, entry.seat), display_name(entry))
            for entry in arriving[:MOST_ARRIVALS]
        ),
        arrival_count=len(arriving),
    )


def _break_at(event: Tournament, reading: Reading, ms: int) -> datetime | None:
    if not event.clock.runs or reading.to_break is None:
        return None
    return from_milliseconds(ms + reading.to_break)
