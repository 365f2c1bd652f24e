"""Applies events to the hours of a room, with one small function per event. It refuses nothing."""

from typing import Any

from msgspec.structs import replace

from poker.handlers import Evolve
from promotions.rules import hours_events as e
from promotions.rules.hours_state import MOST_DRAWINGS, MOST_RECENT, Hours, Redemption


def evolve(hours: Hours, event: e.HoursEvent) -> Hours:
    """Return the hours after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](hours, event)


def _proposed(hours: Hours, event: e.CardProposed) -> Hours:
    return replace(hours, pending=event.card, proposed_by=event.by)


def _confirmed(hours: Hours, event: e.CardConfirmed) -> Hours:
    assert hours.pending is not None
    return replace(hours, card=hours.pending, pending=None, proposed_by="")


def _dropped(hours: Hours, event: e.CardDropped) -> Hours:
    return replace(hours, pending=None, proposed_by="")


def _reward_set(hours: Hours, event: e.RewardSet) -> Hours:
    others = tuple(reward for reward in hours.rewards if reward.key != event.reward.key)
    return replace(hours, rewards=(*others, event.reward))


def _reward_removed(hours: Hours, event: e.RewardRemoved) -> Hours:
    rewards = tuple(reward for reward in hours.rewards if reward.key != event.key)
    return replace(hours, rewards=rewards)


def _redeemed(hours: Hours, event: e.HoursRedeemed) -> Hours:
    redemption = event.redemption
    return replace(
        hours,
        redeemed=_added(hours, redemption, redemption.minutes),
        count=redemption.number,
        recent=(*hours.recent, redemption)[-MOST_RECENT:],
    )


def _redemption_undone(hours: Hours, event: e.RedemptionUndone) -> Hours:
    redemption = hours.redemption(event.number)
    assert redemption is not None
    recent = tuple(
        replace(item, undone=True) if item.number == event.number else item for item in hours.recent
    )
    redeemed = _added(hours, redemption, -redemption.minutes)
    return replace(hours, redeemed=redeemed, recent=recent)


def _added(hours: Hours, redemption: Redemption, minutes: int) -> dict[str, int]:
    before = hours.redeemed.get(redemption.player, 0)
    return {**hours.redeemed, redemption.player: before + minutes}


def _announced(hours: Hours, event: e.DrawingAnnounced) -> Hours:
    finished = [drawing for drawing in hours.drawings if drawing.stage in ("drawn", "canceled")]
    dropped = finished[: max(0, len(finished) - MOST_DRAWINGS)]
    kept = tuple(drawing for drawing in hours.drawings if drawing not in dropped)
    return replace(hours, drawings=(*kept, event.drawing), announced=event.drawing.number)


def _list_closed(hours: Hours, event: e.ListClosed) -> Hours:
    return _changed(
        hours, event.number, stage="closed", entries=event.entries, list_hash=event.list_hash
    )


def _drawn(hours: Hours, event: e.WinnersDrawn) -> Hours:
    return _changed(
        hours,
        event.number,
        stage="drawn",
        published=event.published,
        seed=event.seed,
        drawn=event.drawn,
    )


def _redrawn(hours: Hours, event: e.WinnerRedrawn) -> Hours:
    drawing = hours.drawing(event.number)
    assert drawing is not None
    return _changed(
        hours,
        event.number,
        drawn=(*drawing.drawn, event.drawn),
        absent=(*drawing.absent, event.absent),
    )


def _canceled(hours: Hours, event: e.DrawingCanceled) -> Hours:
    return _changed(hours, event.number, stage="canceled")


def _changed(hours: Hours, number: int, **changes: Any) -> Hours:
    drawings = tuple(
        replace(drawing, **changes) if drawing.number == number else drawing
        for drawing in hours.drawings
    )
    return replace(hours, drawings=drawings)


_STEPS: dict[type[e.HoursEvent], Evolve[Hours]] = {
    e.CardProposed: _proposed,
    e.CardConfirmed: _confirmed,
    e.CardDropped: _dropped,
    e.RewardSet: _reward_set,
    e.RewardRemoved: _reward_removed,
    e.HoursRedeemed: _redeemed,
    e.RedemptionUndone: _redemption_undone,
    e.DrawingAnnounced: _announced,
    e.ListClosed: _list_closed,
    e.WinnersDrawn: _drawn,
    e.WinnerRedrawn: _redrawn,
    e.DrawingCanceled: _canceled,
}
