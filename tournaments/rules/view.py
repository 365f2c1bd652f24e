"""The public view of an event: clock, counts, payouts. It names no player."""

import msgspec

from tournaments.rules.clock import Clock
from tournaments.rules.payouts import to_the_money
from tournaments.rules.plan import Level
from tournaments.rules.state import Tournament


class EventView(msgspec.Struct, frozen=True):
    """An event for the API and its webhooks. Money is in the smallest unit, times in Unix milliseconds."""

    name: str
    status: str
    starts_at: int
    day: int
    entries: int
    left: int
    alternates: int
    tables: int
    clock: Clock
    levels: list[Level]
    pool: int
    payouts: list[int]
    to_the_money: int | None


def view(event: Tournament) -> EventView:
    """Return the view of an event."""
    return EventView(
        name=event.plan.name,
        status=event.status,
        starts_at=event.starts_at,
        day=event.day,
        entries=event.sold,
        left=sum(1 for _ in event.alive()),
        alternates=len(event.alternates()),
        tables=len(event.tables),
        clock=event.clock,
        levels=list(event.plan.levels),
        pool=event.pool.pool if event.pool else event.pool_collected,
        payouts=list(event.pool.payouts) if event.pool else [],
        to_the_money=to_the_money(event),
    )
