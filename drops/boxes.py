"""Taking boxes from tables: which tables have something in theirs, and the record of each box."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from drops import shifts
from drops.models import Box, policy_of
from drops.roles import must
from drops.shifts import Period
from poker.dropped import Dropped
from poker.refusal import Refusal
from rulings.wording.game import game_name
from tables.dropped import dropped, last_drops
from tables.models import Room, Table
from tables.pins import staff_by_pin

NUMBER = re.compile(r"[0-9A-Z][0-9A-Z-]{0,11}\Z")


@dataclass(frozen=True, slots=True)
class Hanging:
    """A table and the box that hangs at it. last: the box that was taken before, None for the first."""

    table: Table
    last: Box | None
    something: bool  # whether the log says that anything was dropped since; never how much


@dataclass(frozen=True, slots=True)
class Taking:
    """One line of a round through the room: the number of the box, and the last one that the page knew of (0: none)."""

    table: int
    number: str
    last: int


def hanging(room: Room, now: datetime) -> list[Hanging]:
    """The boxes at the room's tables, by name."""
    tables = list(room.tables.select_related("stream", "plaque").order_by("pk"))
    last = _last_boxes([table.pk for table in tables])
    drops = last_drops([table.pk for table in tables], until=now)
    found = [
        Hanging(table, last.get(table.pk), _something(last.get(table.pk), drops.get(table.pk)))
        for table in tables
    ]
    return sorted(found, key=lambda one: _natural(one.table.name))


def boxes_take(
    *, room: Room, taken: Sequence[Taking], badge: str, pin: str, shift: str, now: datetime
) -> list[Box]:
    """Boxes are taken from tables in one round: all or none.

    Refuses `no_box_named`, `bad_box_number`, `number_twice`, `box_out`, `box_taken`, `bad_shift`,
    `not_for_you`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, now=now)  # a try is counted for good, whatever comes
    must(staff, "count")
    wanted = [Taking(one.table, one.number.strip().upper(), one.last) for one in taken]
    wanted = [one for one in wanted if one.number]
    _check_numbers(wanted)
    period = _period(room, shift, now)
    with transaction.atomic(durable=True):
        Room.objects.select_for_update().get(pk=room.pk)  # two rounds at once: one after the other
        _refuse_out(room, [one.number for one in wanted])
        tables = room.tables.select_related("stream", "plaque").in_bulk(
            [one.table for one in wanted]
        )
        last = _last_boxes(list(tables))
        chips = _chips(room)
        made = []
        for one in wanted:
            table, before = tables.get(one.table), last.get(one.table)
            if table is None:
                raise Refusal("unknown_table", "", table=one.table)
            if (before.pk if before else 0) != one.last:
                raise Refusal("box_taken", "", table=table.name)
            made.append(
                Box.objects.create(
                    room=room,
                    table=table,
                    previous=before,
                    number=one.number,
                    day=period.day,
                    shift=period.name,
                    game=_game(table),
                    chips=chips,
                    taken_at=now,
                    taken_by=staff,
                )
            )
    return made


def _something(last: Box | None, dropped_at: datetime | None) -> bool:
    return dropped_at is not None and (last is None or dropped_at > last.taken_at)


def log_of(box: Box) -> Dropped:
    """What the log says lies in a box. Nobody is told before both counts are in."""
    since = box.previous.taken_at if box.previous else None
    return dropped(since={box.table_id: since}, until=box.taken_at)[box.table_id]


def _last_boxes(tables: Sequence[int]) -> dict[int, Box]:
    newest = Box.objects.filter(table__in=tables).values("table").annotate(last=Max("pk"))
    boxes = Box.objects.filter(pk__in=[row["last"] for row in newest]).select_related("taken_by")
    return {box.table_id: box for box in boxes}


def _check_numbers(wanted: Sequence[Taking]) -> None:
    if not wanted:
        raise Refusal("no_box_named")
    seen: set[str] = set()
    for one in wanted:
        if not NUMBER.match(one.number):
            raise Refusal("bad_box_number", "", number=one.number)
        if one.number in seen:
            raise Refusal("number_twice", "", number=one.number)
        seen.add(one.number)


def _refuse_out(room: Room, numbers: Sequence[str]) -> None:
    """A box that was taken and is not counted yet hangs at no table."""
    out = Box.objects.filter(room=room, number__in=numbers, results=None).select_related("table")
    first = out.first()
    if first is not None:
        raise Refusal("box_out", "", number=first.number, table=first.table.name)


def _period(room: Room, shift: str, now: datetime) -> Period:
    offered = shifts.periods(timezone.localtime(now), policy_of(room).shifts)
    for one in offered:
        if one.key == shift:
            return one
    raise Refusal("bad_shift")


def _chips(room: Room) -> list[int]:
    """All denominations of the room, the greatest first: a box may hold chips of the game before."""
    plaques = [table.plaque for table in room.tables.select_related("plaque")]
    known = {chip for plaque in plaques if plaque for chip in plaque.chips}
    return sorted(known, reverse=True)


def _game(table: Table) -> str:
    game = table.view.get("game")
    if game:
        return game_name(game)
    return table.plaque.name if table.plaque else ""


def _natural(name: str) -> tuple[str, int, str]:
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0), name
