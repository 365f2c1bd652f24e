"""How many entries an event may have, and how many tables the events of a room want at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from journal.unix_time import from_milliseconds
from staff.models import Room
from tables.models import Table
from tournaments.actions import load_tournament
from tournaments.models import EventSummary
from tournaments.rules.plan import Plan
from tournaments.rules.plan_times import expected_minutes, late_entry_minutes, tables_for

WINDOW = timedelta(weeks=4)
DONE = ("closed", "canceled")


def expected_entries(room: Room, plan: Plan, before: datetime) -> int:
    """Return how many entries to expect: the average of the event of this name in the four weeks before.

    Without such an event, the entries that meet the guarantee, or the most entries; 0 if nothing is known.
    """
    rows = EventSummary.objects.filter(
        event__room=room,
        name=plan.name,
        status="closed",
        starts_at__lt=before,
        starts_at__gte=before - WINDOW,
    )
    entries = list(rows.values_list("entries", flat=True))
    if entries:
        return round(sum(entries) / len(entries))
    if plan.guarantee and plan.entry.pool:
        return -(-plan.guarantee // plan.entry.pool)
    return plan.most_entries


@dataclass(frozen=True, slots=True)
class TableDemand:
    """The tables that an event wants from its start: all until `late_until`, then half until `until`."""

    name: str
    starts_at: datetime
    late_until: datetime
    until: datetime
    tables: int

    def at(self, moment: datetime) -> int:
        """Return how many tables the event wants at a moment."""
        if not self.starts_at <= moment < self.until:
            return 0
        return self.tables if moment < self.late_until else -(-self.tables // 2)


@dataclass(frozen=True, slots=True)
class Shortage:
    """A moment at which events want more tables than the room has. last: the event that starts then."""

    at: datetime
    wanted: int
    tables: int
    last: str

    @property
    def missing(self) -> int:
        return self.wanted - self.tables


def table_demand(summary: EventSummary) -> TableDemand | None:
    """Return the demand of an event that is not over, None if nothing is known of its entries."""
    _, event = load_tournament(summary.event_id)
    plan = event.plan
    entries = max(
        expected_entries(summary.event.room, plan, from_milliseconds(event.starts_at)), event.sold
    )
    if not entries or not plan.levels:
        return None
    start = summary.starts_at
    late = max(late_entry_minutes(plan), plan.levels[0].minutes)
    return TableDemand(
        name=summary.name,
        starts_at=start,
        late_until=start + timedelta(minutes=late),
        until=start + timedelta(minutes=max(late, expected_minutes(plan, entries))),
        tables=tables_for(plan, entries),
    )


def shortages(room: Room, summaries: Sequence[EventSummary]) -> list[Shortage]:
    """Return the starts at which the events want more tables than the room has, in order of time."""
    open_rows = [summary for summary in summaries if summary.status not in DONE]
    demands = [demand for summary in open_rows if (demand := table_demand(summary)) is not None]
    tables = Table.objects.filter(room=room).count()
    by_start: dict[datetime, Shortage] = {}
    for demand in sorted(demands, key=lambda row: row.starts_at):
        wanted = sum(other.at(demand.starts_at) for other in demands)
        if wanted > tables:
            by_start[demand.starts_at] = Shortage(demand.starts_at, wanted, tables, demand.name)
    return list(by_start.values())


def tables_wanted(room: Room, moments: Sequence[datetime]) -> list[int]:
    """Return how many tables the room's events want at each moment, the latest last.

    An event has its tables while it runs. Until it starts, it wants those that its expected entries need.
    """
    if not moments:
        return []
    rows = EventSummary.objects.filter(event__room=room, starts_at__lte=moments[-1])
    open_rows = rows.exclude(status__in=DONE).select_related("event__room")
    demands = [_demand_from_now(row) for row in open_rows]
    return [sum(demand.at(moment) for demand in demands if demand) for moment in moments]


def _demand_from_now(summary: EventSummary) -> TableDemand | None:
    """Return the demand of an event; a running one has as many tables as it plays at."""
    demand = table_demand(summary)
    if demand is None or summary.status != "running":
        return demand
    return replace(demand, tables=summary.tables, late_until=demand.until)


@dataclass(frozen=True, slots=True)
class EventStart:
    """An event that starts soon, with the tables that it wants."""

    number: int
    starts_at: datetime
    tables: int


def next_start(room: Room, now: datetime, within: timedelta) -> EventStart | None:
    """Return the first event to start in this time that will need tables, None without one."""
    rows = EventSummary.objects.filter(
        event__room=room, status="scheduled", starts_at__gt=now, starts_at__lte=now + within
    )
    for summary in rows.select_related("event__room").order_by("starts_at", "event__number"):
        demand = table_demand(summary)
        if demand is not None:
            return EventStart(summary.event.number, summary.starts_at, demand.tables)
    return None
