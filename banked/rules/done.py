"""What UNDO takes back, as a label, and what it never takes back."""

from collections.abc import Callable
from typing import Any

from banked.rules import events as e
from banked.rules.state import Done
from poker.events.base import Event

# Not undone: what is about people and calls. UNDO takes back the command before it.
LASTING: tuple[type[Event], ...] = (
    e.DealerPushed,
    e.FloorCalled,
    e.FloorReported,
    e.FloorDelivered,
    e.FloorAnswered,
    e.FloorCanceled,
    e.TableRenamed,
    e.PayoutCorrected,
)
# Before these nothing can be undone.
BARRIERS: tuple[type[Event], ...] = (
    e.BankedTableCreated,
    e.BankedTableOpened,
    e.BankedTableClosed,
    e.BankedPlaquePosted,
    e.RulingMade,
)


def done_of(event: Event) -> Done | None:
    """Return the label of a command by its first event; None if it cannot be undone."""
    describe = _LABELS.get(type(event))
    return describe(event) if describe else None


def _bets(event: e.BetsSet) -> Done:
    if len(event.wagers) != 1:
        return Done("bets")
    box, wager = event.wagers[0]
    return Done("bet", box=box, amount=wager.total)


def _void(event: e.BoxesVoided) -> Done:
    if len(event.boxes) != 1:
        return Done("void_round")
    return Done("void", box=event.boxes[0])


_LABELS: dict[type[Event], Callable[[Any], Done]] = {
    e.ShoeOpened: lambda event: Done("shoe"),
    e.ShoeReshuffled: lambda event: Done("reshuffle"),
    e.CardBurned: lambda event: Done("burn"),
    e.CoverCardOut: lambda event: Done("cover"),
    e.CardDiscarded: lambda event: Done("discard", card=event.card),
    e.BoxTaken: lambda event: Done("take_box", box=event.box),
    e.BoxLeft: lambda event: Done("leave_box", box=event.box),
    e.BoughtIn: lambda event: Done("buy_in", box=event.box, amount=event.amount),
    e.BetsSet: _bets,
    e.RoundStarted: lambda event: Done("round", amount=event.number),
    e.CardDealt: lambda event: Done("card", box=event.box, hand=event.hand, card=event.card),
    e.HoleShown: lambda event: Done("hole", card=event.card),
    e.SuitsNamed: lambda event: Done("suits", event.box, event.hand, what=event.suits),
    e.MatchNamed: lambda event: Done("match", event.box, what=event.how),
    e.Insured: lambda event: Done("insure", event.box, amount=event.amount),
    e.InsuranceClosed: lambda event: Done("close_insurance"),
    e.Peeked: lambda event: Done("peek", what="blackjack" if event.is_blackjack else "none"),
    e.Stood: lambda event: Done("stand", event.box, event.hand),
    e.Doubled: lambda event: Done("double", event.box, event.hand, amount=event.amount),
    e.Rescued: lambda event: Done("rescue", event.box, event.hand),
    e.HandSplit: lambda event: Done("split", event.box, event.hand),
    e.Surrendered: lambda event: Done("surrender", event.box, event.hand),
    e.HandEndLogged: lambda event: Done("outcome", event.box, event.hand, what=event.how),
    e.ChipsSettled: lambda event: Done("settle"),
    e.BoxesVoided: _void,
    e.RoundEnded: lambda event: Done("settle"),
    e.CardCorrected: lambda event: Done("correct", event.box, event.hand, event.card),
}
