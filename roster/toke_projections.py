"""Projections of a room's tokes: boxes, splits, shares, adjusted hours, payroll."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.db.models import Q

from journal.projections import Change, Logged, Projection, Row, Rows, RowTable, row_type
from journal.unix_time import from_milliseconds
from roster import models
from roster.rules import toke_events as e
from roster.rules.toke_state import PayrollRow, TokeBox, TokeCount
from roster.toke_log import StoredInTokes

BoxRow: Any = row_type(models.TokeBox, log="log_id")
SplitRow: Any = row_type(models.TokeSplit, log="log_id")
ShareRow: Any = row_type(models.TokeShare, log="log_id")
AdjustmentRow: Any = row_type(models.AdjustedHours, log="log_id")
LineRow: Any = row_type(models.PayrollLine, log="log_id")


def _reduce(rows: Rows, logged: Logged) -> Iterable[Change]:
    step = _STEPS[type(logged.event)]
    return step(rows, logged.event)


def _pulled(rows: Rows, event: e.BoxPulled | e.EventWithheld) -> Iterable[Change]:
    return [(None, _box_row(event.box))]


def _box_row(box: TokeBox) -> Row:
    total = box.total if box.is_counted else None
    return BoxRow(
        number=box.number,
        source=box.source,
        ref=box.ref,
        title=box.title,
        label=box.label,
        day=date.fromisoformat(box.day),
        chips=[*box.chips],
        pulled_at=from_milliseconds(box.at),
        pulled_by=box.by,
        counts=[],
        status="counted" if box.is_counted else "pulled",
        total=total,
        first_total=total,
        reason="",
        split=0,
    )


def _count_entered(rows: Rows, event: e.CountEntered) -> Iterable[Change]:
    before = _box(rows, event.box)
    counts = [*before.counts, _count_row(event.count)]
    return [(before, replace(before, counts=counts))]


def _count_row(count: TokeCount) -> list[Any]:
    return [count.round, count.by, count.name, count.total, [list(pair) for pair in count.pieces]]


def _box_counted(rows: Rows, event: e.BoxCounted) -> Iterable[Change]:
    before = _box(rows, event.box)
    status = "counted" if event.total else "empty"
    after = replace(before, status=status, total=event.total, first_total=event.total)
    return [(before, after)]


def _box_corrected(rows: Rows, event: e.BoxCorrected) -> Iterable[Change]:
    before = _box(rows, event.box.number)
    status = before.status
    if not event.is_split:
        status = "counted" if event.total else "empty"
    return [(before, replace(before, status=status, total=event.total, reason=event.reason))]


def _proposed(rows: Rows, event: e.SplitProposed) -> Iterable[Change]:
    split = event.split
    row = SplitRow(
        number=split.number,
        kind=split.kind,
        first=date.fromisoformat(split.first),
        last=date.fromisoformat(split.last),
        boxes=[*split.boxes],
        amount=split.amount,
        about=split.about,
        status="proposed",
        proposed_by=split.by,
        proposed_at=from_milliseconds(event.at),
        decided_by="",
        decided_at=None,
        reason="",
        pay_first=None,
        pay_last=None,
    )
    changes: list[Change] = [(None, row)]
    for place, line in enumerate(event.lines, start=1):
        share = ShareRow(
            split=split.number,
            line=place,
            key=line.key,
            kind=line.kind,
            amount=line.amount,
            weight=line.weight,
            whole=line.whole,
            unit=line.unit,
            base=line.base,
            before=line.before,
        )
        changes.append((None, share))
    if not split.about:
        changes += _boxes_changed(rows, split.boxes, status="proposed", split=split.number)
    return changes


def _approved(rows: Rows, event: e.SplitApproved) -> Iterable[Change]:
    before = _split(rows, event.number)
    after = replace(
        before,
        status="approved",
        decided_by=event.by,
        decided_at=from_milliseconds(event.at),
        pay_first=date.fromisoformat(event.first),
        pay_last=date.fromisoformat(event.last),
    )
    boxes = [] if before.about else _boxes_changed(rows, before.boxes, status="split")
    return [(before, after), *boxes]


def _withdrawn(rows: Rows, event: e.SplitWithdrawn) -> Iterable[Change]:
    before = _split(rows, event.number)
    after = replace(before, status="withdrawn", decided_by=event.by, reason=event.reason)
    boxes = []
    if not before.about:
        boxes = _boxes_changed(rows, before.boxes, status="counted", split=0)
    return [(before, after), *boxes]


def _boxes_changed(rows: Rows, numbers: Iterable[int], **changes: Any) -> list[Change]:
    boxes = [_box(rows, number) for number in numbers]
    return [(box, replace(box, **changes)) for box in boxes]


def _box(rows: Rows, number: int) -> Row:
    row = rows.get(BoxRow, number)
    assert row is not None, f"toke box {number}"
    return row


def _split(rows: Rows, number: int) -> Row:
    row = rows.get(SplitRow, number)
    assert row is not None, f"split {number}"
    return row


def _adjusted(rows: Rows, event: e.HoursAdjusted) -> Iterable[Change]:
    row = AdjustmentRow(
        number=event.number,
        dealer=event.dealer,
        day=date.fromisoformat(event.day),
        minutes=event.minutes,
        reason=event.reason,
        by=event.by,
        at=from_milliseconds(event.at),
    )
    return [(None, row)]


def _payroll_closed(rows: Rows, event: e.PayrollClosed) -> Iterable[Change]:
    return [(None, _line_row(event, row)) for row in event.rows]


def _line_row(event: e.PayrollClosed, row: PayrollRow) -> Row:
    figures = {name: getattr(row, name) for name in PayrollRow.__struct_fields__}
    return LineRow(
        first=date.fromisoformat(event.first),
        last=date.fromisoformat(event.last),
        closed_by=event.by,
        closed_at=from_milliseconds(event.at),
        **figures,
    )


_STEPS: dict[type[e.TokeEvent], Callable[[Rows, Any], Iterable[Change]]] = {
    e.BoxPulled: _pulled,
    e.EventWithheld: _pulled,
    e.CountEntered: _count_entered,
    e.BoxCounted: _box_counted,
    e.BoxCorrected: _box_corrected,
    e.SplitProposed: _proposed,
    e.SplitApproved: _approved,
    e.SplitWithdrawn: _withdrawn,
    e.HoursAdjusted: _adjusted,
    e.PayrollClosed: _payroll_closed,
}


def _load(stored: StoredInTokes) -> Mapping[type, Q]:
    """Return the rows that the events change."""
    boxes: set[int] = set()
    splits: set[int] = set()
    for event in stored.events:
        match event:
            case e.CountEntered() | e.BoxCounted():
                boxes.add(event.box)
            case e.BoxCorrected():
                boxes.add(event.box.number)
            case e.SplitProposed():
                boxes.update(event.split.boxes)
            case e.SplitApproved() | e.SplitWithdrawn():
                splits.add(event.number)
                split = stored.before.split(event.number)
                boxes.update(split.boxes if split else ())
    return {BoxRow: Q(number__in=boxes), SplitRow: Q(number__in=splits)}


TOKE_ROWS = Projection(
    title="toke boxes, splits and payroll",
    events=tuple(_STEPS),
    tables=(
        RowTable(BoxRow, models.TokeBox, log="log_id", key=("number",)),
        RowTable(SplitRow, models.TokeSplit, log="log_id", key=("number",)),
        RowTable(ShareRow, models.TokeShare, log="log_id", key=("split", "line")),
        RowTable(AdjustmentRow, models.AdjustedHours, log="log_id", key=("number",)),
        RowTable(LineRow, models.PayrollLine, log="log_id", key=("first", "key")),
    ),
    has_owner=lambda log_id: models.RoomTokeLog.objects.filter(pk=log_id).exists(),
    reduce=_reduce,
    load=_load,
)
