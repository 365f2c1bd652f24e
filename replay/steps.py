"""A hand's steps: each command of its log with the table as it was after it, an undo as what it is. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from floor_ui.timeline import empty_rounds, said
from poker import events as e
from poker.state import Table
from poker.timeline import Batch, Timeline, apply
from tables.log import Told


@dataclass(frozen=True, slots=True)
class Step:
    """One tap, or a part of one. number: from 1; last: number of its last entry; table: as everybody at it saw it then.

    back: number of the step that took this one back later, 0 where it stands; undoes: those that this one takes back.
    """

    number: int
    told: Told
    last: int
    table: Table
    lines: tuple[str, ...]
    floor: bool = False
    back: int = 0
    undoes: tuple[int, ...] = field(default=())


def steps(told: Sequence[Told]) -> tuple[Step, ...]:
    """The steps of a log that begins at a base: the table's first entry, or the start of a hand.

    A misdeal is a step of its own, also where its tap said that the hand was dealt.
    """
    parts = [(one, part) for one in told for part in _parts(one)]
    by_command = {one.batch.command_id: number for number, (one, _) in enumerate(parts, start=1)}
    undoes = [
        tuple(sorted(by_command[gone] for gone in _undone(part) if gone in by_command))
        for _, part in parts
    ]
    back = {
        gone: number for number, (_, part) in enumerate(parts, start=1) for gone in _undone(part)
    }
    quiet, timeline, found = empty_rounds(told), Timeline(), []
    for number, ((one, part), gone) in enumerate(zip(parts, undoes, strict=True), start=1):
        last = part.seq + len(part.batch.events) - 1
        if last == one.seq + len(one.batch.events) - 1:
            timeline.then(one.batch)
            table = timeline.table
        else:
            table = apply(timeline.table, part.batch.events)
        found.append(
            Step(
                number=number,
                told=part,
                last=last,
                table=table,
                lines=said(part, quiet),
                floor=any(_of_floor(event) for event in part.batch.events),
                back=back.get(one.batch.command_id, 0),
                undoes=gone,
            )
        )
    return tuple(found)


def _parts(told: Told) -> tuple[Told, ...]:
    """A command whole, or before its misdeal and from it on."""
    events = told.batch.events
    at = next((i for i, event in enumerate(events) if isinstance(event, e.HandMisdealt)), 0)
    if not at:
        return (told,)
    name = told.batch.command_id
    return (
        replace(told, batch=Batch(name, events[:at])),
        replace(told, seq=told.seq + at, batch=Batch(name, events[at:])),
    )


def _undone(told: Told) -> list[str]:
    return [event.command for event in told.batch.events if isinstance(event, e.Undone)]


def _of_floor(event: e.Event) -> bool:
    return str(event.__struct_config__.tag).startswith("floor.")
