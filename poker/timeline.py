"""The fold over a log, undo included: an undo is an event, and what it took back is left out of the fold."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from poker import events as e
from poker.done import done
from poker.engine import EMPTY, Outcome, mark
from poker.events import Event
from poker.evolve import evolve
from poker.refusal import Refusal
from poker.state import Table

# Nothing before these can be taken back any more.
BARRIERS = (e.TableOpened, e.PlaqueChanged)


class Batch(msgspec.Struct, frozen=True):
    """The events of one command, in order."""

    command_id: str
    events: tuple[Event, ...]


class Timeline:
    """A table and the commands that can still be taken back from it.

    origin: the table before the first of them; standing: the commands since then that were not taken back.
    """

    def __init__(self) -> None:
        self.origin = EMPTY
        self.standing: list[Batch] = []
        self.table = EMPTY

    def then(self, batch: Batch) -> None:
        """One more command of the log."""
        first = batch.events[0]
        if isinstance(first, e.Undone):
            self.drop(first.command)
            return
        if isinstance(first, e.HandStarted):
            self.origin = replace(first.table, done=None)
            self.standing.clear()
        self.standing.append(batch)
        self.table = apply(self.table, batch.events)
        if isinstance(first, BARRIERS):
            self.origin = self.table
            self.standing.clear()

    def drop(self, command_id: str) -> None:
        """Leave a command out and fold the others again. Raises LookupError for one that does not stand."""
        left = [batch for batch in self.standing if batch.command_id != command_id]
        if len(left) == len(self.standing):
            raise LookupError(f"command {command_id} does not stand, it cannot be undone")
        self.standing = left
        table = self.origin
        for batch in left:
            table = apply(table, batch.events)
        self.table = table

    def last(self) -> Batch | None:
        """The command that an undo would take back."""
        return next((b for b in reversed(self.standing) if done(b.events) is not None), None)


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
