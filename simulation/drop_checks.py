"""What has to hold of drop boxes after a night, added up anew from the tables' logs and not by the boxes' own sum."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from drops.counting import standing
from drops.models import Box, Result
from drops.results import counted_rows
from poker import codec
from poker.dropped import DROPS, NOTHING, Dropped, dropped_by
from poker.events import Event, Undone
from tables.dropped import NAMES, entries_named
from tables.models import Room, Table

Moment = tuple[datetime, Dropped]


def drop_problems(room: Room) -> Iterator[str]:
    """A sentence for each box that does not hold; one that is not counted yet says nothing."""
    for table in Table.objects.filter(room=room).order_by("pk"):
        boxes = list(Box.objects.filter(table=table).order_by("taken_at"))
        for before, box in pairwise([None, *boxes]):
            assert box is not None
            for problem in _box(box, before.taken_at if before else None):
                yield f"{table.name}, box {box.number}: {problem}"


def _box(box: Box, since: datetime | None) -> Iterator[str]:
    found = Result.objects.filter(box=box, correction=None).first()
    if found is None:
        return
    lay = _lay(box, since)
    if (found.rake, found.jackpot, found.time) != (lay.rake, lay.jackpot, lay.time):
        yield f"{found.logged} is said to be the log's, {lay.total} is"
    if found.total != lay.total + found.difference:
        yield f"{found.total} counted, {lay.total} dropped, {found.difference} told between them"
    if found.large and not found.reason:
        yield f"{found.difference} is between count and log, and nobody said why"
    now = standing(counted_rows(box))
    if now.agreed is None or now.agreed.total != found.total:
        yield "the record is not what two counted"
    elif now.first is None or now.first.key == now.agreed.by.key:
        yield "one person counted twice"
    elif not (now.first.supervises or now.agreed.by.supervises):
        yield "neither of the two supervises"


def _lay(box: Box, since: datetime | None) -> Dropped:
    """What was dropped at the box's table in its time, without what was taken back in its time."""
    made: dict[str, Dropped] = {}
    undone: list[tuple[datetime, str]] = []
    inside = NOTHING
    for name in NAMES:
        for at, _, command, *entry in entries_named(name, None, box.taken_at, [box.table_id]):
            event: Event = codec.decode_event(*entry)
            if isinstance(event, Undone):
                undone.append((at, event.command))
            elif isinstance(event, DROPS):
                made[command] = made.get(command, NOTHING) + dropped_by(event)
                inside += dropped_by(event) if _in(at, since) else NOTHING
    for at, command in undone:
        inside -= made.get(command, NOTHING) if _in(at, since) else NOTHING
    return inside


def _in(at: datetime, since: datetime | None) -> bool:
    return since is None or at > since
