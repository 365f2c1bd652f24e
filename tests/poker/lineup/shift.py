"""A shift for tests: a room of dealers that is asked, and a clock that goes by the minute."""

from dataclasses import dataclass, field

from poker.lineup import commands as c
from poker.lineup.decide import run
from poker.lineup.events import LineupEvent
from poker.lineup.plan import Push, plan
from poker.lineup.state import MINUTE, Lineup, OnDutyDealer

START = 100 * 60 * MINUTE


@dataclass
class Shift:
    """The line-up under way."""

    dealers: Lineup = field(default_factory=Lineup)
    now: int = START
    events: list[LineupEvent] = field(default_factory=list)

    def ask(self, command: c.LineupCommand) -> tuple[LineupEvent, ...]:
        """Carry out, and keep what was told."""
        outcome = run(self.dealers, command, now=self.now)
        self.dealers = outcome.dealers
        self.events += outcome.events
        return outcome.events

    def clock_in(self, *names: str) -> None:
        """Dealers, keyed by their names."""
        for name in names:
            self.ask(c.ClockIn(name, name))

    def policy(self, down: int = 30, most: int = 3, remainder: int = 30, section: int = 8) -> None:
        """How the room pushes."""
        self.ask(c.SetPolicy(c.PolicyInput(down, most, remainder, section)))

    def open(self, *tables: str) -> None:
        """Tables without a dealer."""
        for table in tables:
            self.ask(c.SyncTable(table, is_open=True))

    def push(self, table: str, name: str, *, rotates: bool = True) -> tuple[LineupEvent, ...]:
        """Somebody signs in at a table."""
        return self.ask(c.SyncTable(table, True, name, name, self.now, rotates))

    def wait(self, minutes: int) -> None:
        """Time goes by."""
        self.now += minutes * MINUTE

    @property
    def plan(self) -> tuple[Push, ...]:
        """The next pushes."""
        return plan(self.dealers, self.now)

    @property
    def due(self) -> tuple[Push, ...]:
        """Those that are due by now."""
        return tuple(push for push in self.plan if push.due <= self.now)

    def next(self, table: str) -> str:
        """Who comes in at a table, "" for nobody."""
        push = next(push for push in self.plan if push.table == table)
        return push.inward.name if push.inward else ""

    def find(self, name: str) -> OnDutyDealer:
        """Somebody on duty."""
        dealer = self.dealers.find(name)
        assert dealer is not None
        return dealer
