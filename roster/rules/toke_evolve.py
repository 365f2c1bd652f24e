"""Applies events to the tokes of a room, with one small function per event. It refuses nothing."""

from typing import Any

from msgspec.structs import replace

from poker.handlers import Evolve
from roster.rules import toke_events as e
from roster.rules.toke_state import TokeBox, Tokes


def evolve(tokes: Tokes, event: e.TokeEvent) -> Tokes:
    """Return the tokes after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](tokes, event)


def _policy_set(tokes: Tokes, event: e.PolicySet) -> Tokes:
    return replace(tokes, policy=event.policy)


def _box_added(tokes: Tokes, event: e.BoxPulled | e.EventWithheld) -> Tokes:
    return replace(tokes, boxes=(*tokes.boxes, event.box), pulled=event.box.number)


def _count_entered(tokes: Tokes, event: e.CountEntered) -> Tokes:
    box = tokes.box(event.box)
    assert box is not None
    return _changed(tokes, (event.box,), counts=(*box.counts, event.count))


def _box_counted(tokes: Tokes, event: e.BoxCounted) -> Tokes:
    if event.total == 0:
        return _without(tokes, (event.box,))
    return _changed(tokes, (event.box,), total=event.total)


def _box_corrected(tokes: Tokes, event: e.BoxCorrected) -> Tokes:
    if event.is_split:
        return tokes
    box: TokeBox = replace(event.box, total=event.total)
    others = _without(tokes, (box.number,))
    if event.total == 0:
        return others
    return replace(others, boxes=(*others.boxes, box))


def _split_proposed(tokes: Tokes, event: e.SplitProposed) -> Tokes:
    split = event.split
    marked = tokes if split.about else _changed(tokes, split.boxes, split=split.number)
    return replace(marked, splits=(*marked.splits, split), proposed=split.number)


def _split_approved(tokes: Tokes, event: e.SplitApproved) -> Tokes:
    split = tokes.split(event.number)
    assert split is not None
    others = tuple(item for item in tokes.splits if item is not split)
    after = replace(tokes, splits=others)
    return after if split.about else _without(after, split.boxes)


def _split_withdrawn(tokes: Tokes, event: e.SplitWithdrawn) -> Tokes:
    split = tokes.split(event.number)
    assert split is not None
    others = tuple(item for item in tokes.splits if item is not split)
    after = replace(tokes, splits=others)
    return after if split.about else _changed(after, split.boxes, split=0)


def _hours_adjusted(tokes: Tokes, event: e.HoursAdjusted) -> Tokes:
    return replace(tokes, adjusted=event.number)


def _payroll_closed(tokes: Tokes, event: e.PayrollClosed) -> Tokes:
    return replace(tokes, paid_through=event.last)


def _changed(tokes: Tokes, numbers: tuple[int, ...], **changes: Any) -> Tokes:
    boxes = tuple(replace(box, **changes) if box.number in numbers else box for box in tokes.boxes)
    return replace(tokes, boxes=boxes)


def _without(tokes: Tokes, numbers: tuple[int, ...]) -> Tokes:
    return replace(tokes, boxes=tuple(box for box in tokes.boxes if box.number not in numbers))


_STEPS: dict[type[e.TokeEvent], Evolve[Tokes]] = {
    e.PolicySet: _policy_set,
    e.BoxPulled: _box_added,
    e.CountEntered: _count_entered,
    e.BoxCounted: _box_counted,
    e.BoxCorrected: _box_corrected,
    e.EventWithheld: _box_added,
    e.SplitProposed: _split_proposed,
    e.SplitApproved: _split_approved,
    e.SplitWithdrawn: _split_withdrawn,
    e.HoursAdjusted: _hours_adjusted,
    e.PayrollClosed: _payroll_closed,
}
