"""Pulls boxes from tables: which boxes contain a drop, and the record of each pulled box."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from drop import shifts
from drop.models import DropBox, policy_of
from drop.shifts import ShiftPeriod
from drop.totals import dropped, last_drops
from poker.drop_totals import DropTotals
from poker.formatting import with_amounts
from poker.game_name import game_name
from poker.refusal import Refusal
from staff.hooks import hooks
from staff.models import Room
from staff.permissions import require
from staff.pins import staff_by_pin
from tables.models import Table
from tables.natural_order import natural_order

FEES = tuple(kind.value for kind in DropBox.Kind)
NUMBER = re.compile(r"[0-9A-Z][0-9A-Z-]{0,11}\Z")


@dataclass(frozen=True, slots=True)
class MountedBox:
    table: Table
    kind: str  # the fee that it is for, "" for all
    last: DropBox | None  # the box of this kind pulled before it, None for the first one
    has_drop: bool  # whether the log has a drop since then; never the amount


@dataclass(frozen=True, slots=True)
class BoxPickup:
    """A row of a drop run."""

    table: int  # primary key of the table
    number: str  # the number of the pulled box
    last: int  # the last pulled box of this kind on the sender's page, 0 if none
    kind: str = ""  # the fee that the box is for, "" for all


def boxes_on_tables(room: Room, now: datetime) -> list[MountedBox]:
    """Return the boxes at the room's tables, by table name."""
    tables = list(tables_of(room).order_by("pk"))
    last = _last_boxes([table.pk for table in tables])
    drops = dict(last_drops([table.pk for table in tables if _is_poker(table)], until=now))
    for kind, cash in hooks().CASH_BOXES.items():
        drops |= cash.last_drops([table.pk for table in tables if table.kind == kind], until=now)
    boxes = []
    for table in tables:
        for kind in kinds_at(room, table):
            box = last.get((table.pk, kind))
            has_drop = _has_drop(box or last.get((table.pk, "")), drops.get(table.pk))
            boxes.append(MountedBox(table, kind, box, has_drop))
    return sorted(boxes, key=lambda box: natural_order(box.table.name))


def boxes_pull(
    *, room: Room, pickups: Sequence[BoxPickup], badge: str, pin: str, shift: str, now: datetime
) -> list[DropBox]:
    """Record a drop run: either all boxes or none.

    Raises `Refusal`: `no_box_named`, `bad_box_number`, `number_twice`, `box_out`, `box_taken`, `box_kind`,
    `bad_shift`, `not_allowed`.
    """
    # A PIN attempt counts even if the drop run is refused.
    staff = staff_by_pin(badge=badge, pin=pin, room_id=room.pk, now=now)
    require(staff, "tables.count_box")
    cleaned = [
        BoxPickup(pickup.table, pickup.number.strip().upper(), pickup.last, pickup.kind)
        for pickup in pickups
    ]
    pulled = [pickup for pickup in cleaned if pickup.number]
    _check_numbers(pulled)
    period = _period(room, shift, now)
    with transaction.atomic(durable=True):
        Room.objects.select_for_update().get(pk=room.pk)  # serializes concurrent drop runs
        _refuse_out(room, [pickup.number for pickup in pulled])
        tables = tables_of(room).in_bulk([pickup.table for pickup in pulled])
        last = _last_boxes(list(tables))
        chips = room_chips(room)
        boxes = []
        for pickup in pulled:
            table = tables.get(pickup.table)
            before = last.get((pickup.table, pickup.kind))
            if table is None:
                raise Refusal("unknown_table", "", table=pickup.table)
            if pickup.kind not in kinds_at(room, table):
                raise Refusal("box_kind", "", table=table.name)
            if (before.pk if before else 0) != pickup.last:
                raise Refusal("box_taken", "", table=table.name)
            boxes.append(
                DropBox.objects.create(
                    room=room,
                    table=table,
                    previous=before,
                    number=pickup.number,
                    kind=pickup.kind or None,
                    day=period.day,
                    shift=period.name,
                    game=_game(table),
                    chips=chips if _is_poker(table) else _denominations(table),
                    taken_at=now,
                    taken_by=staff,
                )
            )
    return boxes


def _has_drop(last: DropBox | None, dropped_at: datetime | None) -> bool:
    return dropped_at is not None and (last is None or dropped_at > last.taken_at)


def logged_drop(box: DropBox) -> DropTotals:
    """Return the logged drop of a box: of each of its fees since the last box for that fee.

    It is secret until both agents have counted.
    """
    if _is_poker(box.table):
        return _logged_fees(box)
    since = {box.table_id: box.previous.taken_at if box.previous else None}
    cash = hooks().CASH_BOXES[box.table.kind].dropped(since=since, until=box.taken_at)
    return DropTotals(buy_ins=cash.get(box.table_id, 0))


def kinds_at(room: Room, table: Table) -> tuple[str, ...]:
    """Return the kinds of the boxes at a table: "" for one box for all fees."""
    if policy_of(room).own_boxes and _is_poker(table):
        return FEES
    return ("",)


def since_box(box: DropBox, fee: str) -> datetime | None:
    """Return when the last box for a fee was pulled from the table before this one; None for the first."""
    rows = DropBox.objects.filter(
        Q(kind=None) | Q(kind=fee), table=box.table_id, taken_at__lt=box.taken_at
    )
    return rows.order_by("-taken_at").values_list("taken_at", flat=True).first()


def _logged_fees(box: DropBox) -> DropTotals:
    totals: dict[datetime | None, DropTotals] = {}
    amounts: dict[str, int] = {}
    for fee in (box.kind,) if box.kind else FEES:
        start = since_box(box, fee)
        if start not in totals:
            since = {box.table_id: start}
            totals[start] = dropped(since=since, until=box.taken_at)[box.table_id]
        amounts[fee] = getattr(totals[start], fee)
    return DropTotals(**amounts)


def _last_boxes(tables: Sequence[int]) -> dict[tuple[int, str], DropBox]:
    """Return the last box of each kind of these tables, by table and kind."""
    newest = DropBox.objects.filter(table__in=tables).values("table", "kind")
    last = newest.annotate(last=Max("pk")).order_by()
    boxes = DropBox.objects.filter(pk__in=[row["last"] for row in last])
    return {(box.table_id, box.kind or ""): box for box in boxes.select_related("taken_by")}


def _check_numbers(pickups: Sequence[BoxPickup]) -> None:
    if not pickups:
        raise Refusal("no_box_named")
    numbers: set[str] = set()
    for pickup in pickups:
        if not NUMBER.match(pickup.number):
            raise Refusal("bad_box_number", "", number=pickup.number)
        if pickup.number in numbers:
            raise Refusal("number_twice", "", number=pickup.number)
        numbers.add(pickup.number)


def _refuse_out(room: Room, numbers: Sequence[str]) -> None:
    """Refuse the numbers of boxes that are pulled and not counted yet, because they cannot be at a table."""
    out = DropBox.objects.filter(room=room, number__in=numbers, results=None).select_related(
        "table"
    )
    first = out.first()
    if first is not None:
        raise Refusal("box_out", "", number=first.number, table=first.table.name)


def _period(room: Room, shift: str, now: datetime) -> ShiftPeriod:
    recent_shifts = shifts.periods(timezone.localtime(now), policy_of(room).shifts)
    for period in recent_shifts:
        if period.key == shift:
            return period
    raise Refusal("bad_shift")


def tables_of(room: Room) -> QuerySet[Table]:
    """Return the tables of a room that have a drop box, of every kind, with log and plaque."""
    kinds = (Table.Kind.POKER, *hooks().CASH_BOXES)
    return Table.every.filter(room=room, kind__in=kinds).select_related("stream", "plaque")


def _is_poker(table: Table) -> bool:
    return table.kind == Table.Kind.POKER


def _denominations(table: Table) -> list[int]:
    return list(hooks().CASH_BOXES[table.kind].denominations())


def room_chips(room: Room) -> list[int]:
    """Return all denominations of the room, highest first. A box can hold chips of an earlier game."""
    plaques = [table.plaque for table in room.tables.select_related("plaque")]
    denominations = {chip for plaque in plaques if plaque for chip in plaque.chips}
    return sorted(denominations, reverse=True)


def _game(table: Table) -> str:
    game = table.listed.game
    if game:
        return game_name(game)
    if not _is_poker(table):
        return with_amounts(str(table.stream.view.get("title", "")))[:120]
    return table.plaque.name if table.plaque else ""
