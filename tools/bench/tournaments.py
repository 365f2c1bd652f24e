"""The time that a large tournament takes to suggest moves, and to plan its tables after a command."""

from collections.abc import Iterator

from msgspec.structs import replace

from tools.bench.measures import Limit
from tools.bench.timing import ROUNDS, median_ms
from tournaments.presets import DAILY
from tournaments.rules import commands as c
from tournaments.rules.decide import run
from tournaments.rules.seating import TableFacts, suggest_moves
from tournaments.rules.state import Tournament
from tournaments.table_plan import TablePlans

ENTRIES = 1000
TABLES = 120
SEATS = 9


def rows() -> Iterator[Limit]:
    """Yield a row for each computation of an event with 1,000 entries at 120 tables."""
    event = large_event()
    facts = [TableFacts(table.name, 1, 2) for table in event.tables]
    how = f"{ENTRIES} entries, {TABLES} tables, processor time, median of {ROUNDS}"
    yield Limit("suggested moves", median_ms(lambda: suggest_moves(event, facts)), "50 ms", how)
    yield Limit("what all tables should know", median_ms(lambda: _plan(event)), "50 ms", how)


def large_event() -> Tournament:
    """Return a running event whose first tables are full and whose last ones are empty."""
    plan = replace(DAILY, seats=SEATS)
    event = run(Tournament(), c.ScheduleEvent(plan, 1), now=1).state
    for number in range(1, TABLES + 1):
        event = run(event, c.AddTable(f"T{number}", SEATS), now=1).state
    seats = tuple(
        (f"T{table}", seat) for table in range(1, TABLES + 1) for seat in range(1, SEATS + 1)
    )
    for number in range(1, ENTRIES + 1):
        event = run(event, c.Enter(f"p{number}", f"P{number}", seats=seats), now=1).state
    return run(event, c.StartClock(), now=1).state


def _plan(event: Tournament) -> object:
    plans = TablePlans("1", event)
    return [plans.wanted(table.name) for table in event.tables]
