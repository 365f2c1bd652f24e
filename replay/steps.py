"""A hand's steps: each command of its log with the table as it was after it, an undo as what it is. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from floor_ui.timeline import said
from poker import events as e
from poker.state import Table
from poker.timeline import Timeline
from tables.log import Told


@dataclass(frozen=True, slots=True)
class Step:
    """One tap. number: from 1; last: number of its last entry; table: as everybody at it saw it then.

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
    """The steps of a log that begins at a base: the table's first entry, or the start of a hand."""
    by_command = {one.batch.command_id: number for number, one in enumerate(told, start=1)}
    undoes = [
        tuple(sorted(by_command[gone] for gone in _undone(one) if gone in by_command))
        for one in told
    ]
    back = {gone: number for number, some in enumerate(undoes, start=1) for gone in some}
    timeline, found = Timeline(), []
    for number, (one, gone) in enumerate(zip(told, undoes, strict=True), start=1):
        timeline.then(one.batch)
        found.append(
            Step(
                number=number,
                told=one,
                last=one.seq + len(one.batch.events) - 1,
                table=timeline.table,
                lines=said(one),
                floor=any(_of_floor(event) for event in one.batch.events),
                back=back.get(number, 0),
                undoes=gone,
            )
        )
    return tuple(found)


def _undone(told: Told) -> list[str]:
    return [event.command for event in told.batch.events if isinstance(event, e.Undone)]


def _of_floor(event: e.Event) -> bool:
    return str(event.__struct_config__.tag).startswith("floor.")
