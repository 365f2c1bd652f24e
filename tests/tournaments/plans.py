"""Plans and tournaments for tests."""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from tournaments.rules import commands as c
from tournaments.rules.decide import run
from tournaments.rules.plan import Break, Level, PayoutColumn, PayoutTable, Plan, Price
from tournaments.rules.state import Tournament

START = 1_790_000_000_000
MINUTE = 60_000
DAILY = Plan(
    name="Daily",
    entry=Price(pool=20_000, house=3_000, staff=1_000, chips=20_000),
    levels=(
        Level(100, 200, 200, 30),
        Level(200, 400, 400, 30),
        Level(300, 600, 600, 30),
        Level(500, 1_000, 1_000, 30),
    ),
    breaks=(Break(2, 15, (100,)),),
    late_level=2,
    reentries=2,
    payouts=PayoutTable(
        columns=(
            PayoutColumn(9, (6_000, 4_000)),
            PayoutColumn(30, (5_000, 3_000, 2_000)),
            PayoutColumn(1_000, (3_000, 2_000, 1_500, 1_200, 1_000, 500, 400, 400)),
        ),
        minimum=24_000,
        unit=1_000,
    ),
    seats=8,
    chips=(100, 500, 1_000, 5_000),
)
# Levels that the 100s' race allows: from level 3 on, every amount is a multiple of 500.
DAILY = replace(
    DAILY,
    levels=(*DAILY.levels[:2], Level(500, 1_000, 1_000, 30), Level(1_000, 2_000, 2_000, 30)),
)


class Room:
    """A tournament that commands change, with a clock and a random source."""

    def __init__(self, plan: Plan = DAILY, seed: int = 1, tables: int = 3) -> None:
        self.random = Random(seed)
        self.now = START
        self.event = Tournament()
        self.send(c.ScheduleEvent(plan, START))
        for number in range(1, tables + 1):
            self.send(c.AddTable(f"T{number}", plan.seats))

    def send(self, command: c.TournamentCommand) -> None:
        """Execute a command. Raises `Refusal`."""
        self.event = run(self.event, command, now=self.now).state

    def drawn(self) -> tuple[tuple[str, int], ...]:
        """Return all seats in random order."""
        seats = [
            (table.name, seat) for table in self.event.tables for seat in range(1, table.seats + 1)
        ]
        self.random.shuffle(seats)
        return tuple(seats)

    def numbers(self) -> tuple[int, ...]:
        order = list(range(11))
        self.random.shuffle(order)
        return tuple(order)

    def enter(self, *players: str) -> None:
        for player in players:
            self.send(c.Enter(player, player.title(), seats=self.drawn()))

    def start(self, players: int) -> None:
        """Sell entries to players p1, p2, … and start the clock."""
        self.enter(*(f"p{number}" for number in range(1, players + 1)))
        self.send(c.StartClock())

    def wait(self, minutes: int) -> None:
        self.now += minutes * MINUTE

    def bust(self, numbers: Iterable[int], *, hand: int = 0, stack: int | None = None) -> None:
        for number in numbers:
            self.send(c.BustPlayer(number, hand, stack))

    def close_entries(self) -> None:
        """Close registration and fix the pool."""
        self.send(c.CloseRegistration())
        self.send(c.FixPool())

    def alive(self) -> list[int]:
        return [entry.number for entry in self.event.alive()]
