"""What a command did, in one value, for the label of UNDO. Some commands cannot be undone."""

from collections.abc import Callable
from typing import Any

from poker import events as e
from poker.events import Event
from poker.state import Done

# A call for the floor, a dealer change, a chair that is kept are facts of the room; undoing a bet must not undo them.
LASTING: frozenset[type[Event]] = frozenset(
    {
        e.TableCreated,
        e.TableOpened,
        e.FloorCalled,
        e.FloorReported,
        e.FloorAnswered,
        e.FloorCancelled,
        e.PotReleased,
        e.DealerPushed,
        e.PlaqueChanged,
        e.PlaqueAwaited,
        e.RulesChanged,
        e.SeatLocked,
        e.SeatUnlocked,
        e.Undone,
    }
)


def done(events: tuple[Event, ...]) -> Done | None:
    """The label of a command's events, None when it lasts."""
    if not events or type(events[0]) in LASTING:
        return None
    if any(type(event) is e.RulingMade for event in events):  # final, whatever it says of the hand
        return None
    # After the end of a hand come what it changes for the next: a kill, another game.
    if any(type(event) in (e.PotAwarded, e.HandEnded) for event in events):
        return _award(events)
    if isinstance(events[0], e.SeatsDrawn):
        return Done("draw_seats", count=len(events[0].players))
    for event in reversed(events):
        label = _LABELS.get(type(event))
        if label is not None and not getattr(event, "inferred", False):
            return label(event)
    return Done("deal")


def _award(events: tuple[Event, ...]) -> Done:
    awards = [event.award for event in events if isinstance(event, e.PotAwarded)]
    if not awards:
        return Done("next_hand")
    first = awards[0]
    seat = first.shares[0][0] if len(first.shares) == 1 else 0
    amount = sum(chips for award in awards for _, chips in award.shares)
    # Nothing pushed is a pot that nobody counted.
    return Done("award", seat=seat, amount=amount or None, count=first.pot)


def _bet(event: e.BetMade) -> Done:
    what = "complete" if event.completed else "raise" if event.raised else "bet"
    return Done("act", what=what, seat=event.seat, amount=event.to)


def _call(event: e.Called) -> Done:
    return Done("act", what="call", seat=event.seat, amount=event.amount)


def _check(event: e.Checked) -> Done:
    return Done("act", what="check", seat=event.seat)


def _fold(event: e.Folded) -> Done:
    return Done("act", what="fold", seat=event.seat)


def _count(event: e.CountSaid) -> Done:
    return Done("close_street", count=event.count)


def _said(event: e.Declared) -> Done:
    return Done("declare", what=event.what, seat=event.seat, amount=event.amount or 0)


def _suit(event: e.SuitNamed) -> Done:
    return Done("suit", what=event.suit, seat=event.seat)


def _drew(event: e.Drew) -> Done:
    return Done("draw", seat=event.seat, count=event.stated)


def _seated(name: str) -> Callable[[Any], Done]:
    return lambda event: Done(name, seat=event.seat)


def _plain(name: str) -> Callable[[Any], Done]:
    return lambda event: Done(name)


_LABELS: dict[type[Event], Callable[[Any], Done]] = {
    e.BetMade: _bet,
    e.Called: _call,
    e.Checked: _check,
    e.Folded: _fold,
    e.CountSaid: _count,
    e.OpenerNamed: _seated("opener"),
    e.OpenerTied: _seated("tie"),
    e.SuitNamed: _suit,
    e.UpcardsShown: _seated("show_up"),
    e.CountsCorrected: _plain("correct_counts"),
    e.CardBought: _seated("buy_card"),
    e.Drew: _drew,
    e.DeckRebuilt: _plain("rebuild_deck"),
    e.GameChanged: _plain("choose_game"),
    e.SeatTaken: _seated("seat_player"),
    e.SeatLeft: _seated("leave_seat"),
    e.SeatChanged: lambda event: Done("change_seat", seat=event.to),
    e.SeatAway: _seated("sit_out"),
    e.SeatBack: _seated("sit_in"),
    e.ChipsAdded: lambda event: Done("add_chips", seat=event.seat, amount=event.amount),
    e.ChipsQueued: lambda event: Done("add_chips", seat=event.seat, amount=event.amount),
    e.ChipsTaken: lambda event: Done("take_chips", seat=event.seat, amount=event.amount),
    e.ButtonDrawn: _seated("draw_button"),
    e.ButtonSet: _seated("set_button"),
    e.StraddleNamed: _seated("straddle"),
    e.ShortPostNamed: _seated("post_short"),
    e.HandShown: _seated("show_hand"),
    e.HandMucked: _seated("muck"),
    e.HandKilled: _seated("kill_hand"),
    e.Reinstated: lambda event: Done("unfold", seat=event.seat, amount=event.amount),
    e.Declared: _said,
    e.HandMisdealt: _plain("misdeal"),
    e.BoardShown: _plain("show_board"),
    e.PotCounted: _plain("count_pot"),
    e.AnyAmountAgreed: _plain("agree_any_amount"),
    e.TimeCollected: lambda event: Done("collect_time", amount=event.each * len(event.seats)),
    e.TrackingChanged: _plain("set_tracking"),
    e.TableClosed: _plain("close_table"),
    e.StepsDone: lambda event: Done("step_done", what=event.said[-1]),
}
