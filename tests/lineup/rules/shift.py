"""A lineup for tests, with a clock that advances by minutes."""

from dataclasses import dataclass, field

from lineup.rules import commands as c
from lineup.rules.decide import run
from lineup.rules.events import LineupEvent
from lineup.rules.plan import Push, plan
from lineup.rules.state import MINUTE, Lineup, OnDutyDealer

START = 100 * 60 * MINUTE


@dataclass
class LineupDriver:
    """A lineup and the events so far."""

    lineup: Lineup = field(default_factory=Lineup)
    now: int = START
    events: list[LineupEvent] = field(default_factory=list)

    def execute(self, command: c.LineupCommand) -> tuple[LineupEvent, ...]:
        outcome = run(self.lineup, command, now=self.now)
        self.lineup = outcome.state
        self.events += outcome.events
        return outcome.events

    def clock_in(self, *names: str) -> None:
        """Clock in dealers whose keys are their names."""
        for name in names:
            self.execute(c.ClockIn(name, name))

    def set_policy(
        self, down: int = 30, max_downs: int = 3, remainder: int = 30, section: int = 8
    ) -> None:
        self.execute(c.SetPolicy(c.PolicyInput(down, max_downs, remainder, section)))

    def open_tables(self, *tables: str) -> None:
        """Open tables without a dealer."""
        for table in tables:
            self.execute(c.SyncTable(table, is_open=True))

    def push(self, table: str, name: str, *, rotates: bool = True) -> tuple[LineupEvent, ...]:
        """Sign a dealer in at a table."""
        return self.execute(c.SyncTable(table, True, name, name, self.now, rotates))

    def wait(self, minutes: int) -> None:
        self.now += minutes * MINUTE

    @property
    def plan(self) -> tuple[Push, ...]:
        return plan(self.lineup, self.now)

    @property
    def due_pushes(self) -> tuple[Push, ...]:
        return tuple(push for push in self.plan if push.due <= self.now)

    def next_dealer(self, table: str) -> str:
        """Return the key of a table's next dealer, "" for none."""
        push = next(push for push in self.plan if push.table == table)
        return push.inward.name if push.inward else ""

    def find(self, name: str) -> OnDutyDealer:
        dealer = self.lineup.find(name)
        assert dealer is not None
        return dealer
