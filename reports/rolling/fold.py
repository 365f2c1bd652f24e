"""The fold of a table's log into rollup cells. Pure: advancing in pieces is advancing at once.

Counts that an undo takes back are taken back in the cell where they were counted; money at the moment of the undo,
as `tables.dropped` has it; time stays as it was lived.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from poker import events as e
from poker.dropped import NOTHING, Dropped, dropped_by
from poker.events import Event
from reports.rolling.days import Calendar
from reports.rolling.states import Named, State, counts, move_of, moved

HOUR = 3600
# What a fold needs to see; anything else of a log says nothing here.
KINDS: tuple[type[Event], ...] = (
    e.TableCreated,
    e.TableOpened,
    e.TableClosed,
    e.PlaqueChanged,
    e.PlaqueAwaited,
    e.TrackingChanged,
    e.DealerPushed,
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.HandStarted,
    e.HandEnded,
    e.HandMisdealt,
    e.RakeTaken,
    e.TimeCollected,
    e.FloorCalled,
    e.Undone,
)
_BARRIERS = (e.TableOpened, e.PlaqueChanged)  # as `poker.timeline` has them


class Told(NamedTuple):
    """One entry of the log; at in Unix seconds. event: None for the start of a hand, which is long and says no more."""

    seq: int
    command: str
    at: int
    event: Event | None


class Cell(NamedTuple):
    """Where something is counted; hour: its beginning, day: ISO."""

    hour: int
    day: str
    shift: str
    dealer: str
    game: str


class Sums(msgspec.Struct):
    """What a cell adds up; names and units as in `reports.models.Hour`."""

    hands: int = 0
    partial: int = 0
    misdeals: int = 0
    undone: int = 0
    downs: int = 0
    open_s: int = 0
    seat_s: int = 0
    chair_s: int = 0
    rake: int = 0
    jackpot: int = 0
    time: int = 0

    def add(self, name: str, amount: int) -> None:
        """More, or less, of one of them."""
        setattr(self, name, getattr(self, name) + amount)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One command that an undo may take back: how it changes the state, what it counted and dropped.

    moves: pairs of a kind and a value; counted: pairs of a cell and a field.
    """

    command: str
    moves: tuple[tuple[str, Any], ...] = ()
    counted: tuple[tuple[Cell, str], ...] = ()
    dropped: Dropped = NOTHING


class Cursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a log is rolled: entries up to `seq`, time up to `until` (Unix seconds).

    base: the table before the last hand began; steps: the commands since then that were not taken back.
    """

    seq: int = 0
    until: int = 0
    now: State = State()
    base: State = State()
    steps: tuple[Step, ...] = ()


class Called(NamedTuple):
    """A floor call was made, by the entry `seq`, at a table that was like this."""

    seq: int
    at: int
    dealer: str
    game: str
    family: str


@dataclass(slots=True)
class Deltas:
    """What a stretch of a log adds to the cells, and the floor calls in it."""

    cells: dict[Cell, Sums] = field(default_factory=lambda: defaultdict(Sums))
    calls: list[Called] = field(default_factory=list)


def advance(
    cursor: Cursor, entries: Iterable[Told], until: int, *, calendar: Calendar, named: Named
) -> tuple[Cursor, Deltas]:
    """Read on, up to a moment; entries are in order, whole commands, and those after `until` are left for later.

    An entry whose clock was behind counts when it was read.
    """
    walk = _Walk(cursor, calendar, named)
    until = max(until, cursor.until)
    for command, group in groupby(entries, key=lambda told: told.command):
        rows = list(group)
        if rows[0].at > until:
            break
        walk.passes(max(walk.until, rows[0].at))
        walk.then(command, rows)
        walk.seq = rows[-1].seq
    walk.passes(until)
    return walk.cursor(), walk.deltas


class _Walk:
    """A cursor on its way."""

    def __init__(self, cursor: Cursor, calendar: Calendar, named: Named) -> None:
        self.seq, self.until = cursor.seq, cursor.until
        self.state, self.base, self.steps = cursor.now, cursor.base, list(cursor.steps)
        self.deltas = Deltas()
        self._calendar, self._named = calendar, named

    def cursor(self) -> Cursor:
        return Cursor(self.seq, self.until, self.state, self.base, tuple(self.steps))

    def passes(self, to: int) -> None:
        """Time goes by, cell by cell."""
        while self.state.open and self.until < to:
            hour = self.until - self.until % HOUR
            shift = self._calendar.at(self.until)
            ends = min(to, hour + HOUR, shift.ends)
            seconds, sums = ends - self.until, self.deltas.cells[self._cell()]
            sums.open_s += seconds
            sums.seat_s += seconds * len(self.state.taken)
            sums.chair_s += seconds * self.state.chairs
            self.until = ends
        self.until = to

    def then(self, command: str, rows: list[Told]) -> None:
        """One command: what it takes back first, then what it does."""
        done = [told for told in rows if not isinstance(told.event, e.Undone)]
        for told in rows:
            if isinstance(told.event, e.Undone):
                self._drop(told.event.command)
        if not done:
            return
        first = done[0].event
        if first is None:
            self.base, self.steps = self.state, []
        step = self._step(command, done)
        if isinstance(first, _BARRIERS):
            self.base, self.steps = self.state, []
        elif step.moves or step.counted or step.dropped != NOTHING:
            self.steps.append(step)

    def _step(self, command: str, done: list[Told]) -> Step:
        moves: list[tuple[str, Any]] = []
        counted: list[tuple[Cell, str]] = []
        dropped = NOTHING
        for told in done:
            now, here = self.state, self._cell()
            if isinstance(told.event, e.FloorCalled):
                called = Called(told.seq, self.until, now.dealer, now.game, now.family)
                self.deltas.calls.append(called)
            if told.event is not None:
                self._money(here, dropped_by(told.event))
                dropped += dropped_by(told.event)
            if move := move_of(told.event, self.state, self._named):
                moves.append(move)
                self.state = moved(self.state, move)
            for name in counts(told.event, now):
                # A hand is of the game in which it was dealt; who sits down is where he sits now.
                cell = self._cell() if name == "downs" else here
                counted.append((cell, name))
                self.deltas.cells[cell].add(name, 1)
        return Step(command, tuple(moves), tuple(counted), dropped)

    def _drop(self, command: str) -> None:
        """As if a command had never been; the others are folded again, as `poker.timeline` does."""
        gone = [step for step in self.steps if step.command == command]
        self.steps = [step for step in self.steps if step.command != command]
        self.state = self.base
        for step in self.steps:
            for move in step.moves:
                self.state = moved(self.state, move)
        for step in gone:
            for cell, name in step.counted:
                self.deltas.cells[cell].add(name, -1)
                if name == "hands":
                    self.deltas.cells[self._cell()].undone += 1
            self._money(self._cell(), NOTHING - step.dropped)

    def _money(self, cell: Cell, dropped: Dropped) -> None:
        if dropped != NOTHING:
            sums = self.deltas.cells[cell]
            sums.rake += dropped.rake
            sums.jackpot += dropped.jackpot
            sums.time += dropped.time

    def _cell(self) -> Cell:
        shift = self._calendar.at(self.until)
        hour = self.until - self.until % HOUR
        state = self.state
        return Cell(hour, shift.day.isoformat(), shift.name, state.dealer, state.game)
