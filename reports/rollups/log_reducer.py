"""Reduce a table's log to rollup cells. Pure: advancing in steps gives the same result as advancing once.

An undo subtracts counts from the cell where they were counted, and money from the cell of the undo, as
`drop.totals` does; time is not changed.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import msgspec

from poker import events as e
from poker import hand_kinds
from poker.drop_totals import NOTHING, DropTotals, drop_of
from poker.events import Event
from reports.rollups.gaming_days import Calendar
from reports.rollups.table_state import Named, TableState, counts, move_of, moved, splash_of

HOUR = 3600
# The events that the reducer reads; it ignores all others.
KINDS: tuple[type[Event], ...] = (
    e.TableCreated,
    e.TableOpened,
    e.TableClosed,
    e.PlaqueChanged,
    e.PlaqueQueued,
    e.TrackingChanged,
    e.DealerPushed,
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatCountChanged,
    e.HandStarted,
    e.HandEnded,
    e.HandMisdealt,
    e.RakeTaken,
    e.TimeCollected,
    e.FloorCalled,
    e.Undone,
    *(kind for kind in hand_kinds.EVENTS if kind is not e.HandMisdealt),
    e.HandVoided,
)
_BARRIERS = (e.TableOpened, e.PlaqueChanged, e.SeatCountChanged)  # as in `poker.timeline`


class LogEntry(NamedTuple):
    seq: int
    command: str
    at: int  # Unix seconds
    event: Event | None  # None for the start of a hand, whose long event is not needed


class CellKey(NamedTuple):
    hour: int  # its start, Unix seconds
    day: str  # ISO date
    shift: str
    dealer: str
    game: str


class CellSums(msgspec.Struct):
    """The sums of a cell; names and units as in `reports.models.TableHour`."""

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
    splash: int = 0

    def add(self, name: str, amount: int) -> None:
        """Add an amount, possibly negative, to one sum."""
        setattr(self, name, getattr(self, name) + amount)


class KindCell(NamedTuple):
    """A cell, and the kinds of its hands: their keys with commas between them, "" for ordinary hands."""

    cell: CellKey
    kinds: str


class KindSums(msgspec.Struct):
    """The sums of the hands of one cell with the same kinds; names and units as in `reports.models.HandKindHour`."""

    hands: int = 0
    seconds: int = 0
    rake: int = 0
    jackpot: int = 0


class FinishedHand(NamedTuple):
    """A finished hand, so that an undo can subtract it."""

    at: KindCell
    seconds: int


class CommandDelta(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that an undo can remove, with its effects."""

    command: str
    moves: tuple[tuple[str, object], ...] = ()  # changes of the state: pairs of a kind and a value
    counted: tuple[tuple[CellKey, str], ...] = ()  # pairs of a cell and a field
    dropped: DropTotals = NOTHING
    finished: tuple[FinishedHand, ...] = ()
    kinds: str = ""  # of the hand that the drop belongs to
    splash: int = 0  # what the house added to pots


class Cursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a log is rolled up."""

    seq: int = 0  # position of the last entry
    until: int = 0  # Unix seconds
    now: TableState = TableState()
    base: TableState = TableState()  # the table before the last hand began
    steps: tuple[CommandDelta, ...] = ()  # commands since `base` that were not undone
    start: str = ""  # the command that started the last hand
    # The same of the previous hand, which is current again if that command is undone.
    base_before: TableState = TableState()
    steps_before: tuple[CommandDelta, ...] = ()


class CallMade(NamedTuple):
    """A floor call, stored as the entry `seq`, with the table's state at that entry.

    at: when the dealer tapped, in Unix seconds; the entry may be later if the call waited for the network.
    """

    seq: int
    at: int
    dealer: str
    game: str
    family: str


@dataclass(slots=True)
class RollupDeltas:
    """What a range of a log adds to the cells, and its floor calls."""

    cells: dict[CellKey, CellSums] = field(default_factory=lambda: defaultdict(CellSums))
    kinds: dict[KindCell, KindSums] = field(default_factory=lambda: defaultdict(KindSums))
    calls: list[CallMade] = field(default_factory=list)


def advance(
    cursor: Cursor, entries: Iterable[LogEntry], until: int, *, calendar: Calendar, named: Named
) -> tuple[Cursor, RollupDeltas]:
    """Read entries up to a moment; return the new cursor and the deltas.

    Entries are in order and commands are complete; entries after `until` are left for later. An entry whose clock was
    behind counts at the time of reading.
    """
    walk = _Walk(cursor, calendar, named)
    until = max(until, cursor.until)
    for command, group in groupby(entries, key=lambda log_entry: log_entry.command):
        rows = list(group)
        if rows[0].at > until:
            break
        walk.passes(max(walk.until, rows[0].at))
        walk.then(command, rows)
        walk.seq = rows[-1].seq
    walk.passes(until)
    return walk.cursor(), walk.deltas


class _Walk:
    """A mutable cursor while entries are read."""

    def __init__(self, cursor: Cursor, calendar: Calendar, named: Named) -> None:
        self.seq = cursor.seq
        self.until = cursor.until
        self.state = cursor.now
        self.base = cursor.base
        self.steps = list(cursor.steps)
        self.start = cursor.start
        self.base_before = cursor.base_before
        self.steps_before = list(cursor.steps_before)
        self.deltas = RollupDeltas()
        self._calendar = calendar
        self._named = named

    def cursor(self) -> Cursor:
        return Cursor(
            self.seq,
            self.until,
            self.state,
            self.base,
            tuple(self.steps),
            self.start,
            self.base_before,
            tuple(self.steps_before),
        )

    def passes(self, to: int) -> None:
        while self.state.open and self.until < to:
            hour = self.until - self.until % HOUR
            shift = self._calendar.at(self.until)
            ends = min(to, hour + HOUR, shift.ends)
            seconds = ends - self.until
            sums = self.deltas.cells[self._cell()]
            sums.open_s += seconds
            sums.seat_s += seconds * len(self.state.taken)
            sums.chair_s += seconds * self.state.chairs
            self.until = ends
        self.until = to

    def then(self, command: str, rows: list[LogEntry]) -> None:
        """Apply one command: first the undo it contains, then its own effects."""
        log_entries = [log_entry for log_entry in rows if not isinstance(log_entry.event, e.Undone)]
        for log_entry in rows:
            if isinstance(log_entry.event, e.Undone):
                self._drop(log_entry.event.command)
        if not log_entries:
            return
        first = log_entries[0].event
        if first is None:
            self.start = command
            self.base_before = self.base
            self.steps_before = self.steps
            self.base = self.state
            self.steps = []
        step = self._step(command, log_entries)
        if isinstance(first, _BARRIERS):
            self.start = ""
            self.base = self.state
            self.steps = []
        elif step.moves or step.counted or step.dropped != NOTHING or step.splash:
            self.steps.append(step)

    def _step(self, command: str, log_entries: list[LogEntry]) -> CommandDelta:
        moves: list[tuple[str, object]] = []
        counted: list[tuple[CellKey, str]] = []
        finished: list[FinishedHand] = []
        dropped = NOTHING
        kinds = ""
        splash = 0
        for log_entry in log_entries:
            now = self.state
            cell_key = self._cell()
            if isinstance(log_entry.event, e.FloorCalled):
                at = min(log_entry.event.at // 1000, self.until)  # a call begins at the tap
                call_made = CallMade(log_entry.seq, at, now.dealer, now.game, now.family)
                self.deltas.calls.append(call_made)
            of_hand = KindCell(cell_key, _kinds_text(now))
            if log_entry.event is not None and (drop := drop_of(log_entry.event)) != NOTHING:
                self._money(of_hand, drop)
                dropped += drop
                kinds = of_hand.kinds
            if log_entry.event is not None:
                splash += self._splash(cell_key, splash_of(log_entry.event))
            if isinstance(log_entry.event, e.HandEnded):
                hand = FinishedHand(of_hand, self.until - now.began if now.began else 0)
                finished.append(hand)
                self._finish(hand, 1)
            if move := move_of(log_entry.event, self.state, self._named, self.until):
                moves.append(move)
                self.state = moved(self.state, move)
            for name in counts(log_entry.event, now):
                # A hand belongs to the game in which it was dealt; a down belongs to the cell after
                # the push.
                cell = self._cell() if name == "downs" else cell_key
                counted.append((cell, name))
                self.deltas.cells[cell].add(name, 1)
        return CommandDelta(
            command, tuple(moves), tuple(counted), dropped, tuple(finished), kinds, splash
        )

    def _drop(self, command: str) -> None:
        """Remove a command, and rebuild the state from the others, as `poker.timeline` does."""
        command_deltas = [step for step in self.steps if step.command == command]
        self.steps = [step for step in self.steps if step.command != command]
        if command == self.start:
            self.start = ""
            self.base = self.base_before
            self.steps = [*self.steps_before, *self.steps]
        self.state = self.base
        for step in self.steps:
            for move in step.moves:
                self.state = moved(self.state, move)
        for step in command_deltas:
            for cell, name in step.counted:
                self.deltas.cells[cell].add(name, -1)
                if name == "hands":
                    self.deltas.cells[self._cell()].undone += 1
            for hand in step.finished:
                self._finish(hand, -1)
            self._money(KindCell(self._cell(), step.kinds), NOTHING - step.dropped)
            self._splash(self._cell(), -step.splash)

    def _finish(self, hand: FinishedHand, times: int) -> None:
        sums = self.deltas.kinds[hand.at]
        sums.hands += times
        sums.seconds += times * hand.seconds

    def _money(self, at: KindCell, dropped: DropTotals) -> None:
        if dropped == NOTHING:
            return
        sums = self.deltas.cells[at.cell]
        sums.rake += dropped.rake
        sums.jackpot += dropped.jackpot
        sums.time += dropped.time
        if dropped.rake or dropped.jackpot:
            of_kind = self.deltas.kinds[at]
            of_kind.rake += dropped.rake
            of_kind.jackpot += dropped.jackpot

    def _splash(self, cell: CellKey, amount: int) -> int:
        """Add what the house put into a pot, and return it."""
        if amount:
            self.deltas.cells[cell].splash += amount
        return amount

    def _cell(self) -> CellKey:
        shift = self._calendar.at(self.until)
        hour = self.until - self.until % HOUR
        state = self.state
        return CellKey(hour, shift.day.isoformat(), shift.name, state.dealer, state.game)


def _kinds_text(state: TableState) -> str:
    """Return the kinds of the last hand as `KindCell` has them."""
    return ",".join(kind.kind for kind in state.kinds)
