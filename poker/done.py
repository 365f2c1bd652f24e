"""What a command did, in one value, for the label of UNDO. Some commands cannot be undone."""

from poker import events as e
from poker.events import Event
from poker.state import Done

# A call for the floor and a dealer change are facts of the room; undoing a bet must not undo them.
LASTING: frozenset[type[Event]] = frozenset(
    {
        e.TableCreated,
        e.TableOpened,
        e.TableClosed,
        e.FloorCalled,
        e.FloorCancelled,
        e.DealerPushed,
        e.PlaqueChanged,
        e.Undone,
    }
)


def done(events: tuple[Event, ...]) -> Done | None:
    """The label of a command's events, None when it lasts."""
    if not events or type(events[0]) in LASTING:
        return None
    awards = [event.award for event in events if isinstance(event, e.PotAwarded)]
    if awards:
        first = awards[0]
        seat = first.shares[0][0] if len(first.shares) == 1 else 0
        amount = sum(chips for award in awards for _, chips in award.shares)
        return Done("award", seat=seat, amount=amount, count=first.pot)
    for event in reversed(events):
        label = _label(event)
        if label is not None:
            return label
    return Done("deal")


def _label(event: Event) -> Done | None:
    match event:
        case e.BetMade(seat=seat, to=to):
            return Done("act", what="raise" if event.raised else "bet", seat=seat, amount=to)
        case e.Called(seat=seat, inferred=False):
            return Done("act", what="call", seat=seat, amount=event.amount)
        case e.Checked(seat=seat, inferred=False):
            return Done("act", what="check", seat=seat)
        case e.Folded(seat=seat, inferred=False):
            return Done("act", what="fold", seat=seat)
        case e.CountSaid(count=count):
            return Done("close_street", count=count)
        case _:
            return _other(event)


_SEATS = {
    e.SeatTaken: "seat_player",
    e.SeatLeft: "leave_seat",
    e.SeatAway: "sit_out",
    e.SeatBack: "sit_in",
    e.ChipsAdded: "add_chips",
    e.ButtonDrawn: "draw_button",
    e.ButtonSet: "set_button",
    e.StraddleNamed: "straddle",
    e.ShortPostNamed: "post_short",
    e.HandShown: "show_hand",
    e.HandMucked: "muck",
    e.HandKilled: "kill_hand",
    e.Reinstated: "unfold",
    e.Declared: "declare",
}
_OTHERS = {
    e.HandEnded: "next_hand",
    e.HandMisdealt: "misdeal",
    e.BoardShown: "show_board",
    e.PotCounted: "count_pot",
    e.AnyAmountAgreed: "agree_any_amount",
    e.TrackingChanged: "set_tracking",
}


def _other(event: Event) -> Done | None:
    name = _SEATS.get(type(event))
    if name is not None:
        return Done(name, seat=getattr(event, "seat", 0))
    name = _OTHERS.get(type(event))
    return None if name is None else Done(name)
