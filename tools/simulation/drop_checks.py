"""Checks of drop boxes after a night, computed from the tables' logs, not from the boxes' own totals."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from drop.models import DropBox, DropResult
from drop.results import counts_of
from drop.rules.counting import standing
from drop.totals import EVENT_NAMES, entries_named
from poker import codec
from poker.drop_totals import DROPS, NOTHING, DropTotals, drop_of
from poker.events import Event, Undone
from staff.models import Room
from tables.models import Table

Moment = tuple[datetime, DropTotals]


def drop_problems(room: Room) -> Iterator[str]:
    """Yield a message for each box that fails. Boxes that are not counted yet are skipped."""
    for table in Table.objects.filter(room=room).order_by("pk"):
        boxes = list(DropBox.objects.filter(table=table).order_by("taken_at"))
        for before, box in pairwise([None, *boxes]):
            assert box is not None
            for problem in _box(box, before.taken_at if before else None):
                yield f"{table.name}, box {box.number}: {problem}"


def _box(box: DropBox, since: datetime | None) -> Iterator[str]:
    result = DropResult.objects.filter(box=box, correction=None).first()
    if result is None:
        return
    lay = _lay(box, since)
    if (result.rake, result.jackpot, result.time) != (lay.rake, lay.jackpot, lay.time):
        yield f"{result.logged} is recorded as the log's drop, which is {lay.total}"
    if result.total != lay.total + result.difference:
        yield f"{result.total} counted, {lay.total} dropped, {result.difference} recorded as the difference"
    if result.large and not result.reason:
        yield f"{result.difference} is the variance, and no reason was given"
    now = standing(counts_of(box))
    if now.agreed is None or now.agreed.total != result.total:
        yield "the record doesn't match the two counts"
    elif now.first is None or now.first.key == now.agreed.by.key:
        yield "one person counted twice"
    elif not (now.first.supervises or now.agreed.by.supervises):
        yield "neither of the two supervises"


def _lay(box: DropBox, since: datetime | None) -> DropTotals:
    """Return the drop of the box's table while the box was mounted, without undone drops."""
    drops: dict[str, DropTotals] = {}
    undone: list[tuple[datetime, str]] = []
    inside = NOTHING
    for name in EVENT_NAMES:
        for at, _, command, *entry in entries_named(name, None, box.taken_at, [box.table_id]):
            event: Event = codec.decode_event(*entry)
            if isinstance(event, Undone):
                undone.append((at, event.command))
            elif isinstance(event, DROPS):
                drops[command] = drops.get(command, NOTHING) + drop_of(event)
                inside += drop_of(event) if _in(at, since) else NOTHING
    for at, command in undone:
        inside -= drops.get(command, NOTHING) if _in(at, since) else NOTHING
    return inside


def _in(at: datetime, since: datetime | None) -> bool:
    return since is None or at > since
