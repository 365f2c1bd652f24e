"""The fold over a log, undo included: an undo is an event, and what it took back is left out of the fold."""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from poker import events as e
from poker.commands import MakeRuling
from poker.done import done
from poker.engine import EMPTY, Outcome, mark, run
from poker.events import Event
from poker.evolve import evolve
from poker.irregular.load import group_of
from poker.refusal import Refusal
from poker.state import Table
from poker.turn import pending

ACTS = (e.Folded, e.Checked, e.Called, e.BetMade)
# What a command says of the round that its deal opened.
AFTER_DEAL = (*ACTS, e.CountSaid, e.StreetSkipped)
STREETS = (e.BoardDealt, e.StreetDealt, e.CommonCardDealt, e.DrawOpened)
# Nothing before these can be taken back any more.
BARRIERS = (e.TableOpened, e.PlaqueChanged)


class Batch(msgspec.Struct, frozen=True):
    """The events of one command, in order."""

    command_id: str
    events: tuple[Event, ...]


class Timeline:
    """A table and the commands that can still be taken back from it.

    origin: the table before the first of them; standing: the commands since then that were not taken back; fixed: how
    many of those are final, because a ruling came after them.
    """

    def __init__(self) -> None:
        self.origin = EMPTY
        self.standing: list[Batch] = []
        self.fixed = 0
        self.table = EMPTY

    def then(self, batch: Batch) -> None:
        """One more command of the log."""
        undone = [event for event in batch.events if isinstance(event, e.Undone)]
        for event in undone:
            self.drop(event.command)
        if len(undone) == len(batch.events):
            return
        batch = Batch(batch.command_id, batch.events[len(undone) :])  # a ruling took back first
        first = batch.events[0]
        if isinstance(first, e.HandStarted):
            self.origin = replace(first.table, done=None)
            self._begin()
        self.standing.append(batch)
        self.table = apply(self.table, batch.events)
        if isinstance(first, BARRIERS):
            self.origin = self.table
            self._begin()
        elif any(_of_the_hand(event) for event in batch.events):
            self.fixed = len(self.standing)

    def _begin(self) -> None:
        self.standing.clear()
        self.fixed = 0

    def drop(self, command_id: str) -> None:
        """Leave a command out and fold the others again. Raises LookupError for one that does not stand."""
        free = self.standing[self.fixed :]
        left = [*self.standing[: self.fixed], *(b for b in free if b.command_id != command_id)]
        if len(left) == len(self.standing):
            raise LookupError(f"command {command_id} does not stand, it cannot be undone")
        self.standing = left
        table = self.origin
        for batch in left:
            table = apply(table, batch.events)
        self.table = table

    def last(self) -> Batch | None:
        """The command that an undo would take back."""
        free = self.standing[self.fixed :]
        return next((b for b in reversed(free) if done(b.events) is not None), None)


def _of_the_hand(event: Event) -> bool:
    """Whether a ruling makes final what went before: one on conduct says nothing of cards and chips."""
    return isinstance(event, e.RulingMade) and group_of(event.key) != "conduct"


def is_base(event: Event) -> bool:
    """Whether a fold may start here: the event carries all that went before it, or nothing did."""
    return isinstance(event, e.TableCreated | e.HandStarted)


def apply(table: Table, events: tuple[Event, ...]) -> Table:
    """The table after one command's events."""
    for event in events:
        table = evolve(table, event)
    return mark(table, events)


def fold(batches: Iterable[Batch]) -> Timeline:
    """The timeline of a log, or of its part since a base."""
    timeline = Timeline()
    for batch in batches:
        timeline.then(batch)
    return timeline


def rebuild(batches: Iterable[Batch]) -> Table:
    """The table as its log says; the log begins at a base."""
    return fold(batches).table


def undo(batches: Sequence[Batch]) -> Outcome:
    """Take back the last command whole. `batches` begin at the last base. Refuses `nothing_to_undo` (H-47).

    After the award a hand can still be reopened; the next hand's first command is its riffle.
    """
    timeline = fold(batches)
    last = timeline.last()
    if last is None:
        raise Refusal("nothing_to_undo", "H-47")
    label = done(last.events)
    assert label is not None
    timeline.drop(last.command_id)
    return Outcome((e.Undone(last.command_id, label),), timeline.table)


def taken_back(batches: Sequence[Batch], back: str) -> tuple[tuple[Event, ...], Table]:
    """What a ruling takes back first, the last first, and the table as it is then.

    back: "street:NAME" (to before that street, the deal left in; nothing where it was not logged), "over:NAME" (the
    same, but the round before it stays closed by its count, for it was over), "seat:N" (to before the tap that
    passed over the seat in this round; nothing where it was not passed over), "act:N" (to before the seat's own act in
    this round; nothing where it made none, or owes an answer again), "draw:N" (to before the number that it drew,
    while nobody has bet since), "award" (to before the hand's first award), "last" (the last command). Refuses
    `cannot_go_back` where the log has no way there: another ruling, or the next hand, lies between.
    """
    timeline = fold(batches)
    kind, _, what = back.partition(":")
    if back and kind not in _BACK:
        raise Refusal("cannot_go_back", "H-47", back=back)
    undone: list[Event] = []
    last: Batch | None = None
    if not back or not _BACK[kind](timeline, what):
        return (), timeline.table
    while _BACK[kind](timeline, what):
        last = timeline.last()
        if last is None or any(isinstance(event, e.HandEnded) for event in last.events) > (
            kind == "award"
        ):
            raise Refusal("cannot_go_back", "H-47", back=back)
        label = done(last.events)
        assert label is not None
        timeline.drop(last.command_id)
        undone.append(e.Undone(last.command_id, label))
        if kind == "last":
            break
    left = _left(kind, last.events, timeline.table) if last else ()
    return (*undone, *left), apply(timeline.table, left) if left else timeline.table


def _left(kind: str, events: tuple[Event, ...], now: Table) -> tuple[Event, ...]:
    """What stays of a command that did more than what is taken back.

    "over": what closed the round, up to the count; "street": the deal that it implied, for the cards are out.
    Where it began the hand as well, the hand begins at the table as it is `now`, with the call that is open.
    """
    end = 0
    if kind == "over":
        end = next((i + 1 for i, event in enumerate(events) if isinstance(event, e.CountSaid)), 0)
    elif kind == "street" and any(isinstance(event, e.HoleCardsDealt) for event in events):
        end = next((i for i, event in enumerate(events) if isinstance(event, AFTER_DEAL)), 0)
    return tuple(
        replace(event, table=now) if isinstance(event, e.HandStarted) else event
        for event in events[:end]
    )


def rule(batches: Sequence[Batch], command: MakeRuling, *, now: int) -> Outcome:
    """A final ruling: what it takes back, then the ruling and how things lie, all in one."""
    undone, table = taken_back(batches, command.back)
    outcome = run(table, command, now=now)
    return Outcome((*undone, *outcome.events), outcome.table)


def _street_lies(timeline: Timeline, street: str) -> bool:
    table = timeline.table
    if table.hand is None:
        return False
    names = [one.name for one in table.game.streets]
    if street == "showdown":
        return table.hand.stage in ("showdown", "award")
    return street in names and table.hand.street >= names.index(street)


def _inferred(timeline: Timeline, seat: str) -> bool:
    """Whether the log holds an act of this round that nobody saw the seat make: it was passed over."""
    if timeline.table.hand is None:
        return False
    for batch in reversed(timeline.standing[timeline.fixed :]):
        if any(isinstance(event, STREETS) for event in batch.events):
            return False
        for event in batch.events:
            if getattr(event, "seat", 0) == int(seat) and getattr(event, "inferred", False):
                return True
    return False


def _acted(timeline: Timeline, seat: str) -> bool:
    """Whether the seat's act of this round is in the log, and no bet or raise since has made it owe another one."""
    hand = timeline.table.hand
    if hand is None or hand.index(int(seat)) in pending(hand):
        return False
    for batch in reversed(timeline.standing[timeline.fixed :]):
        for event in reversed(batch.events):
            if isinstance(event, STREETS):
                return False
            if isinstance(event, ACTS) and event.seat == int(seat):
                return True
    return False


def _drew(timeline: Timeline, seat: str) -> bool:
    """Whether the seat's number of the present draw is in the log, and nothing was bet since."""
    if timeline.table.hand is None:
        return False
    for batch in reversed(timeline.standing[timeline.fixed :]):
        for event in reversed(batch.events):
            if isinstance(event, (*ACTS, *STREETS)):
                return False
            if isinstance(event, e.Drew) and event.seat == int(seat):
                return True
    return False


def _awarded(timeline: Timeline, what: str) -> bool:
    if timeline.table.hand is not None:
        return bool(timeline.table.hand.awards)
    return any(
        isinstance(event, e.HandEnded) for batch in timeline.standing for event in batch.events
    )


def _always(timeline: Timeline, what: str) -> bool:
    return True


_BACK: dict[str, Callable[[Timeline, str], bool]] = {
    "street": _street_lies,
    "over": _street_lies,
    "seat": _inferred,
    "act": _acted,
    "draw": _drew,
    "award": _awarded,
    "last": _always,
}
