"""UNDO labels: what a command did, as one value. Some commands cannot be undone."""

from msgspec.structs import replace

from poker import events as e
from poker.events import Event
from poker.handlers import Describe
from poker.state import UndoLabel

# Floor calls, dealer changes and seat lock-ups concern the room; undoing a bet must not undo them.
LASTING: frozenset[type[Event]] = frozenset(
    {
        e.TableCreated,
        e.TableOpened,
        e.TableRenamed,
        e.PlayerRenamed,
        e.SeatCountChanged,
        e.FloorCalled,
        e.EarlierTapStored,
        e.FloorReported,
        e.FloorDelivered,
        e.FloorAnswered,
        e.FloorCanceled,
        e.PotReleased,
        e.DealerPushed,
        e.PlaqueChanged,
        e.PlaqueQueued,
        e.RulesChanged,
        e.SeatLocked,
        e.SeatUnlocked,
        e.StackPickedUp,
        e.TableEventSet,
        e.PromotionsSet,
        e.FundSplashAnnounced,
        e.FundSplashWithdrawn,
        e.ClaimSettled,
        e.Undone,
    }
)

# Events that decide alone whether and how their command is undone.
_DECISIVE = frozenset(
    {
        *LASTING,
        e.ActCorrected,
        e.RulingMade,
        e.HandFinished,
        e.PotAwarded,
        e.HandEnded,
        e.SeatsDrawn,
    }
)


def undo_label(events: tuple[Event, ...]) -> UndoLabel | None:
    """Return the UNDO label of a command's events, None if they cannot be undone."""
    if not events:
        return None
    for event in events:
        if type(event) in _DECISIVE:
            return _of_decisive(events)
    return _of_tap(events)


def _of_decisive(events: tuple[Event, ...]) -> UndoLabel | None:
    """Return the label of a command with an event that decides it alone, such as a ruling, which is final."""
    first = events[0]
    if type(first) in LASTING:
        return None
    if isinstance(first, e.ActCorrected):
        return _corrected(first)
    kinds = set(map(type, events))
    # A ruling is final, and so is a hand that the floor ended.
    if e.RulingMade in kinds or e.HandFinished in kinds:
        return None
    # The end of a hand is followed by its effects on the next: a kill, another game.
    if e.PotAwarded in kinds or e.HandEnded in kinds:
        return _award(events)
    if isinstance(first, e.SeatsDrawn):
        return UndoLabel("draw_seats", count=len(first.players))
    return _of_tap(events)


def _of_tap(events: tuple[Event, ...]) -> UndoLabel:
    """Return the label of the last event that a tap named.

    A tap that shows that a ruling's steps are done has its own label; DONE is a command of steps alone.
    """
    for event in reversed(events):
        label = _LABELS.get(type(event))
        if label is not None and not getattr(event, "inferred", False):
            return label(event) if len(events) == 1 else _of_command(events, label(event))
    steps = [event for event in events if type(event) is e.StepsDone]
    if not steps:
        return UndoLabel("deal")
    is_alone = len(steps) == len(events)
    return UndoLabel("step_done", what=steps[-1 if is_alone else 0].said[-1])


def floor_undo_label(events: tuple[Event, ...]) -> UndoLabel | None:
    """Return the label of a command at a seat that the floor may undo; None if it can't be undone.

    Unlike a tablet, the floor may put back a stack that it picked up.
    """
    if events and isinstance(events[0], e.StackPickedUp):
        return UndoLabel("leave_seat", seat=events[0].seat)
    return undo_label(events)


def _corrected(event: e.ActCorrected) -> UndoLabel:
    was = event.was
    return UndoLabel(
        "correct_act",
        what=event.what,
        seat=was.seat,
        amount=event.to,
        replaced=was,
        dropped=event.dropped,
    )


def _of_command(events: tuple[Event, ...], label: UndoLabel) -> UndoLabel:
    """Return an event's label with what other events of the command add.

    They are the inferred act that an act replaced, and the upcards of more seats.
    """
    for event in events:
        if type(event) is e.InferenceRewritten and event.seat == label.seat:
            return replace(label, was=event.was, returned=event.returned)
    if label.name == "show_up":
        seats = sum(isinstance(event, e.UpcardsShown) for event in events)
        return label if seats == 1 else UndoLabel("show_street", count=seats)
    return label


def _award(events: tuple[Event, ...]) -> UndoLabel:
    awards = [event.award for event in events if isinstance(event, e.PotAwarded)]
    if not awards:
        return UndoLabel("next_hand")
    first = awards[0]
    seat = first.shares[0][0] if len(first.shares) == 1 else 0
    amount = sum(chips for award in awards for _, chips in award.shares)
    # An award of no chips is a pot that was not counted.
    return UndoLabel("award", seat=seat, amount=amount or None, count=first.pot)


def _bet(event: e.BetMade) -> UndoLabel:
    what = "complete" if event.completed else "raise" if event.raised else "bet"
    what = "all_in" if event.all_in else what
    return UndoLabel("act", what=what, seat=event.seat, amount=event.to)


def _call(event: e.Called) -> UndoLabel:
    what = "all_in" if event.all_in else "call"
    return UndoLabel("act", what=what, seat=event.seat, amount=event.amount)


def _check(event: e.Checked) -> UndoLabel:
    return UndoLabel("act", what="check", seat=event.seat)


def _fold(event: e.Folded) -> UndoLabel:
    return UndoLabel("act", what="fold", seat=event.seat)


def _count(event: e.CountAnnounced) -> UndoLabel:
    return UndoLabel("run_out" if event.run_out else "close_street", count=event.count)


def _declared(event: e.Declared) -> UndoLabel:
    return UndoLabel("declare", what=event.what, seat=event.seat, amount=event.amount or 0)


def _suit(event: e.SuitNamed) -> UndoLabel:
    return UndoLabel("suit", what=event.suit, seat=event.seat)


def _drew(event: e.CardsDrawn) -> UndoLabel:
    return UndoLabel("draw", seat=event.seat, count=event.stated)


def _bomb_pot(event: e.BombPotCalled) -> UndoLabel:
    return UndoLabel("bomb_pot", amount=event.bomb.amount if event.bomb else 0)


def _bounty_paid(event: e.BountyPaid) -> UndoLabel:
    payment = event.payments[0]
    seat = payment.payee if event.kind == "seven_deuce" else payment.payer
    amount = sum(payment.amount for payment in event.payments)
    return UndoLabel("pay_bounty", what=event.kind, seat=seat, amount=amount)


def _seated(name: str) -> Describe[UndoLabel]:
    return lambda event: UndoLabel(name, seat=event.seat)


def _plain(name: str) -> Describe[UndoLabel]:
    return lambda event: UndoLabel(name)


_LABELS: dict[type[Event], Describe[UndoLabel]] = {
    e.BetMade: _bet,
    e.Called: _call,
    e.Checked: _check,
    e.Folded: _fold,
    e.CountAnnounced: _count,
    e.PlayerBusted: _seated("bust"),
    e.PlayerKept: _seated("keep_player"),
    e.OpenerNamed: _seated("opener"),
    e.OpenerTied: _seated("tie"),
    e.SuitNamed: _suit,
    e.UpcardsShown: _seated("show_up"),
    e.CountsCorrected: _plain("correct_counts"),
    e.CardBought: _seated("buy_card"),
    e.CardDeclined: _seated("decline_card"),
    e.SeatDiscarded: _seated("discard"),
    e.CardsDrawn: _drew,
    e.DeckRebuilt: _plain("rebuild_deck"),
    e.GameChanged: _plain("choose_game"),
    e.SeatTaken: _seated("seat_player"),
    e.SeatLeft: _seated("leave_seat"),
    e.SeatChanged: lambda event: UndoLabel("change_seat", seat=event.to),
    e.SeatSatOut: _seated("sit_out"),
    e.SeatReturned: _seated("sit_in"),
    e.SeatMarkedAbsent: _seated("mark_away"),
    e.SeatMarkedPresent: _seated("mark_back"),
    e.ChipsAdded: lambda event: UndoLabel("add_chips", seat=event.seat, amount=event.amount),
    e.ChipsQueued: lambda event: UndoLabel("add_chips", seat=event.seat, amount=event.amount),
    e.ChipsRemoved: lambda event: UndoLabel("take_chips", seat=event.seat, amount=event.amount),
    e.ButtonDrawn: _seated("draw_button"),
    e.ButtonSet: _seated("set_button"),
    e.StraddleNamed: _seated("straddle"),
    e.ShortPostNamed: _seated("post_short"),
    e.BombPotCalled: _bomb_pot,
    e.SplashPotAnnounced: lambda event: UndoLabel("splash_pot", amount=event.amount),
    e.BountyAgreed: lambda event: UndoLabel(
        "start_bounty", what=event.bounty.kind, amount=event.bounty.amount
    ),
    e.BountyEnded: lambda event: UndoLabel("end_bounty", what=event.kind),
    e.BountyPaid: _bounty_paid,
    e.RunsAgreed: lambda event: UndoLabel("agree_runs", seat=event.seat, count=event.runs),
    e.HandShown: _seated("show_hand"),
    e.HandMucked: _seated("muck"),
    e.HandKilled: _seated("kill_hand"),
    e.Reinstated: lambda event: UndoLabel("unfold", seat=event.seat, amount=event.amount),
    e.Declared: _declared,
    e.HandMisdealt: _plain("misdeal"),
    e.BoardShown: _plain("show_board"),
    e.PotCounted: _plain("count_pot"),
    e.RakeTaken: _plain("count_pot"),
    e.TimeCalled: _seated("call_time"),
    e.TimeStopped: _seated("stop_time"),
    e.AnyAmountAgreed: _plain("agree_any_amount"),
    e.TimeCollected: lambda event: UndoLabel("collect_time", amount=event.each * len(event.seats)),
    e.TrackingChanged: _plain("set_tracking"),
    e.TableClosed: _plain("close_table"),
    e.PromotionClaimed: _plain("claim_promotion"),
    e.HighHandPosted: _seated("post_high_hand"),
}
