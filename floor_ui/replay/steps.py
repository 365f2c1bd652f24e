"""A hand's steps: each command of its log with the table after it. An undo is also a step. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from floor_ui.hand_timeline import command_text, empty_rounds
from poker import events as e
from poker.currency import amounts_of
from poker.state import Table
from poker.timeline import CommandEvents, Timeline, apply
from tables.table_log import LoggedCommand


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A tap, or a part of it."""

    number: int  # from 1
    command: LoggedCommand
    last: int  # position of its last log entry
    table: Table  # after the step
    lines: tuple[str, ...]
    is_floor: bool = False
    undone_by: int = 0  # number of the step that undid this one, or 0
    undoes: tuple[int, ...] = field(default=())  # numbers of the steps that this one undoes


def steps(logged_commands: Sequence[LoggedCommand]) -> tuple[ReplayStep, ...]:
    """Return the steps of a log that begins at a checkpoint: the table's first entry, or the start of a hand.

    A misdeal is a separate step, even if one tap stored both the deal and the misdeal.
    """
    parts = [
        (logged_command, part)
        for logged_command in logged_commands
        for part in _parts(logged_command)
    ]
    by_command = {
        logged_command.batch.command_id: number
        for number, (logged_command, _) in enumerate(parts, start=1)
    }
    undoes = [
        tuple(sorted(by_command[command] for command in _undone(part) if command in by_command))
        for _, part in parts
    ]
    back = {
        command: number
        for number, (_, part) in enumerate(parts, start=1)
        for command in _undone(part)
    }
    quiet = empty_rounds(logged_commands)
    timeline = Timeline()
    results = []
    for number, ((logged_command, part), gone) in enumerate(
        zip(parts, undoes, strict=True), start=1
    ):
        last = part.seq + len(part.batch.events) - 1
        if last == logged_command.seq + len(logged_command.batch.events) - 1:
            timeline.then(logged_command.batch)
            table = timeline.table
        else:
            table = apply(timeline.table, part.batch.events)
        with amounts_of(in_chips=table.event is not None):
            lines = command_text(part, quiet)
        results.append(
            ReplayStep(
                number=number,
                command=part,
                last=last,
                table=table,
                lines=lines,
                is_floor=any(_of_floor(event) for event in part.batch.events),
                undone_by=back.get(logged_command.batch.command_id, 0),
                undoes=gone,
            )
        )
    return tuple(results)


def _parts(logged_command: LoggedCommand) -> tuple[LoggedCommand, ...]:
    """Return a command as one part, or split before its misdeal."""
    events = logged_command.batch.events
    at = next((i for i, event in enumerate(events) if isinstance(event, e.HandMisdealt)), 0)
    if not at:
        return (logged_command,)
    name = logged_command.batch.command_id
    return (
        replace(logged_command, batch=CommandEvents(name, events[:at])),
        replace(
            logged_command, seq=logged_command.seq + at, batch=CommandEvents(name, events[at:])
        ),
    )


def _undone(logged_command: LoggedCommand) -> list[str]:
    """Return the commands that this one undid or replaced by a correction."""
    commands: list[str] = []
    for event in logged_command.batch.events:
        if isinstance(event, e.Undone):
            commands.append(event.command)
        elif isinstance(event, e.ActCorrected):
            commands += [event.command, *event.replaced]
    return commands


def _of_floor(event: e.Event) -> bool:
    return str(event.__struct_config__.tag).startswith("floor.")
