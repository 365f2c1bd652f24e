"""The logged events that no longer stand: those of undone commands, and those that a correction replaced."""

from collections.abc import Iterable

from poker import events as e
from poker.timeline import CommandEvents

Marks = dict[str, int]


def withdrawn(batches: Iterable[CommandEvents]) -> Marks:
    """Return, for each command that does not fully stand, the index of its first event that does not stand.

    batches: a hand's commands from its start, in the order of the log. A correction that was itself undone withdraws
    nothing.
    """
    marks: Marks = {}
    before: dict[str, Marks] = {}  # by correction: the marks before it
    for batch in batches:
        for event in batch.events:
            if isinstance(event, e.Undone):
                marks = {**before.get(event.command, marks), event.command: 0}
            elif isinstance(event, e.ActCorrected):
                before[batch.command_id] = marks
                replaced = dict.fromkeys(event.replaced, 0)
                marks = {**marks, **replaced, event.command: event.kept}
    return marks


def stands(marks: Marks, command_id: str, index: int) -> bool:
    """Return whether an event of a command stands, by its index among the command's events."""
    return index < marks.get(command_id, index + 1)
