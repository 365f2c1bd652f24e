"""Boxes and approved splits that the state of a room's tokes no longer has, read from their rows."""

from collections.abc import Iterable

from journal.unix_time import milliseconds
from roster.models import TokeBox, TokeShare, TokeSplit
from roster.rules import toke_state as t


def counted_box(room_id: int, number: int) -> t.TokeBox | None:
    """Return a box that was counted and is empty or in an approved split; None if there is no such box."""
    row = TokeBox.objects.filter(
        log__room=room_id,
        number=number,
        status__in=(TokeBox.Status.EMPTY, TokeBox.Status.SPLIT),
    ).first()
    if row is None or row.total is None:
        return None
    return t.TokeBox(
        number=row.number,
        source=row.source,  # type: ignore[arg-type]  # the rows of the log have its values
        ref=row.ref,
        title=row.title,
        day=row.day.isoformat(),
        label=row.label,
        chips=tuple(row.chips),
        at=milliseconds(row.pulled_at),
        by=row.pulled_by,
        total=row.total,
        split=row.split,
    )


def chain_of(room_id: int, box: t.TokeBox) -> t.SplitChain | None:
    """Return the approved split of a box with its corrections; None for a box that is in no split."""
    row = TokeSplit.objects.filter(
        log__room=room_id, number=box.split, status=TokeSplit.Status.APPROVED
    ).first()
    if row is None:
        return None
    later = TokeSplit.objects.filter(
        log__room=room_id, about=row.number, status=TokeSplit.Status.APPROVED
    )
    numbers = [row.number, *later.values_list("number", flat=True)]
    shares = TokeShare.objects.filter(log__room=room_id)
    boxes = TokeBox.objects.filter(log__room=room_id, number__in=row.boxes).order_by("number")
    return t.SplitChain(
        split=_split(row),
        lines=lines_of(shares.filter(split=row.number)),
        given=lines_of(shares.filter(split__in=numbers)),
        totals=tuple(
            t.BoxTotal(item.number, item.source, item.ref, item.total or 0)  # type: ignore[arg-type]
            for item in boxes
        ),
    )


def lines_of(rows: Iterable[TokeShare]) -> tuple[t.SplitLine, ...]:
    """Return the lines of shares."""
    return tuple(
        t.SplitLine(
            key=row.key,
            kind=row.kind,  # type: ignore[arg-type]
            amount=row.amount,
            weight=row.weight,
            whole=row.whole,
            unit=row.unit,  # type: ignore[arg-type]
            base=row.base,
            before=row.before,
        )
        for row in rows
    )


def _split(row: TokeSplit) -> t.Split:
    return t.Split(
        number=row.number,
        kind=row.kind,  # type: ignore[arg-type]
        first=row.first.isoformat(),
        last=row.last.isoformat(),
        boxes=tuple(row.boxes),
        amount=row.amount,
        by=row.proposed_by,
        about=row.about,
    )
