"""Apply stud and draw events to the hand in progress: upcards, openers, draws, rebuilt decks."""

from msgspec.structs import replace

from poker import events as e
from poker.cards import UNKNOWN
from poker.events import Event
from poker.evolve_acts import put
from poker.handlers import HandStep
from poker.state import OUT_OF_REACH, Hand, LastCard, Participant, Round, Runs


def with_part(hand: Hand, i: int, **changes: object) -> Hand:
    """Return the hand with changes of the participant at index `i`."""
    return replace(hand, parts=put(hand.parts, i, replace(hand.parts[i], **changes)))


def with_board(hand: Hand, index: int, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*hand.boards[:index], cards, *hand.boards[index + 1 :])


def _awaited(hand: Hand, event: e.OpenerAwaited) -> Hand:
    turn = Round(began=sum(1 for part in hand.parts if part.can_act))
    return replace(
        hand, stage="opener", round=turn, before=hand.opener, opener=0, tied=(), suits=()
    )


def _tied(hand: Hand, event: e.OpenerTied) -> Hand:
    others = tuple(seat for seat in hand.tied if seat != event.seat)
    if event.tied:
        return replace(hand, tied=(*others, event.seat))
    suits = tuple((seat, suit) for seat, suit in hand.suits if seat != event.seat)
    return replace(hand, tied=others, suits=suits)


def _suit(hand: Hand, event: e.SuitNamed) -> Hand:
    others = tuple((seat, suit) for seat, suit in hand.suits if seat != event.seat)
    tied = hand.tied if event.seat in hand.tied else (*hand.tied, event.seat)
    return replace(hand, tied=tied, suits=(*others, (event.seat, event.suit)))


def _up(hand: Hand, event: e.UpcardsShown) -> Hand:
    return with_part(hand, hand.index(event.seat), up=event.cards)


def _named(hand: Hand, event: e.OpenerNamed) -> Hand:
    return replace(hand, opener=event.seat)


def _brought_in(hand: Hand, event: e.BroughtIn) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    return with_part(
        hand,
        i,
        committed=part.committed + event.amount,
        total=part.total + event.amount,
        stack=None if part.stack is None else part.stack - event.amount,
        all_in=part.all_in or event.all_in,
        acted="brought_in" if event.amount else part.acted,
    )


def _bring_in_returned(hand: Hand, event: e.BringInReturned) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    stack = None if part.stack is None else part.stack + event.amount
    back = with_part(
        hand,
        i,
        committed=part.committed - event.amount,
        total=part.total - event.amount,
        stack=stack,
        all_in=part.all_in and not event.amount,
        acted="",
    )
    parts = tuple(replace(part, level=OUT_OF_REACH) for part in back.parts)
    turn = Round(began=hand.round.began)
    return replace(back, parts=parts, round=turn, opener=0, stage="opener")


def _street(hand: Hand, event: e.StreetDealt) -> Hand:
    ledger = hand.ledger.move("stub", "hands", event.cards)
    if event.more:
        return replace(hand, ledger=ledger)
    parts = tuple(_dealt(part, event) if part.life == "in" else part for part in hand.parts)
    return replace(hand, street=hand.street + 1, parts=parts, ledger=ledger)


def _dealt(part: Participant, event: e.StreetDealt) -> Participant:
    up = part.up + (UNKNOWN,) * event.up
    return replace(part, cards=part.cards + event.down + event.up, up=up)


def _planned(hand: Hand, event: e.LastCardPlanned) -> Hand:
    return replace(hand, last_card=LastCard(event.plan, hand.ledger, hand.acts, event.up))


def _gathered(hand: Hand, event: e.BurnsGathered) -> Hand:
    return replace(hand, ledger=hand.ledger.move("burns", "stub", event.cards))


def _common(hand: Hand, event: e.CommonCardDealt) -> Hand:
    return replace(
        hand,
        street=hand.street + 1,
        boards=((*hand.board, UNKNOWN),),
        ledger=hand.ledger.move("stub", "board", 1),
    )


def _corrected(hand: Hand, event: e.CountsCorrected) -> Hand:
    last = hand.last_card
    if event.again and last is not None:
        hand = _taken_back(hand, last)
    pile = hand.ledger
    lost = pile.lost + pile.stub - event.stub + pile.burns - event.burns
    return replace(hand, ledger=replace(pile, stub=event.stub, burns=event.burns, lost=lost))


def _taken_back(hand: Hand, last: LastCard) -> Hand:
    """Return the hand before the last street: cards, common card and opener restored, the round complete."""
    common = last.plan.kind == "common"
    parts = hand.parts if common else tuple(_undealt(part, up=last.up) for part in hand.parts)
    return replace(
        hand,
        street=hand.street - 1,
        parts=parts,
        boards=((),),
        ledger=last.before,
        last_card=None,
        stage="complete",
        round=Round(),
        opener=hand.before,
    )


def _undealt(part: Participant, *, up: bool) -> Participant:
    if part.life != "in":
        return part
    return replace(part, cards=part.cards - 1, up=part.up[:-1] if up else part.up)


def _bought(hand: Hand, event: e.CardBought) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    bought = with_part(hand, i, cards=part.cards + 1, bought=part.bought + 1)
    return replace(bought, ledger=hand.ledger.move("stub", "hands", 1))


def _declined(hand: Hand, event: e.CardDeclined) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    return with_part(hand, i, declined=part.declined + 1)


def _seat_discarded(hand: Hand, event: e.SeatDiscarded) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    cards = part.cards - event.cards
    hand = with_part(hand, i, cards=cards, threw=part.threw + event.cards)
    return replace(hand, ledger=hand.ledger.move("hands", "muck", event.cards))


def _discarded(hand: Hand, event: e.Discarded) -> Hand:
    parts = tuple(_after_discard(part, event.each) for part in hand.parts)
    return replace(hand, parts=parts, ledger=hand.ledger.move("hands", "muck", event.cards))


def _after_discard(part: Participant, each: int) -> Participant:
    cards = part.cards - (each - part.threw) if part.life == "in" else part.cards
    return replace(part, cards=cards, threw=0)


def _draw_opened(hand: Hand, event: e.DrawOpened) -> Hand:
    parts = tuple(replace(part, stated=-1, got=0, thrown=0) for part in hand.parts)
    ledger = hand.ledger.move("drawn", "earlier", hand.ledger.drawn)
    turn = Round(began=hand.round.began)
    return replace(
        hand,
        stage="draw",
        street=hand.street + 1,
        parts=parts,
        ledger=ledger,
        round=turn,
        unburned=event.unburned,
    )


def _drew(hand: Hand, event: e.CardsDrawn) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    ledger = hand.ledger.move("hands", "drawn", event.discarded)
    ledger = ledger.move("stub", "hands", event.delivered)
    hand = with_part(
        hand,
        i,
        cards=part.cards - event.discarded + event.delivered,
        stated=event.stated,
        got=event.delivered,
        thrown=event.discarded,
        draws=(*part.draws, -1 if event.unsaid else event.stated),
    )
    return replace(hand, ledger=ledger, partial=hand.partial or event.unsaid)


def _served(hand: Hand, event: e.DrawServed) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    hand = with_part(hand, i, cards=part.cards + event.cards, got=part.got + event.cards)
    return replace(hand, ledger=hand.ledger.move("stub", "hands", event.cards))


def _rebuilt(hand: Hand, event: e.DeckRebuilt) -> Hand:
    joined = sum(part.thrown for part in hand.parts if part.seat in event.seats)
    parts = tuple(
        replace(part, thrown=0) if part.seat in event.seats else part for part in hand.parts
    )
    ledger = hand.ledger.move("earlier", "stub", event.earlier)
    ledger = ledger.move("drawn", "stub", joined).move("burns", "stub", event.burns)
    if event.counted is not None:
        ledger = ledger.move("stub", "lost", ledger.stub - event.counted)
    return replace(hand, parts=parts, ledger=ledger)


def _runs_agreed(hand: Hand, event: e.RunsAgreed) -> Hand:
    others = tuple(pair for pair in hand.agreed if pair[0] != event.seat)
    return replace(hand, agreed=(*others, (event.seat, event.runs)))


def _runs_chosen(hand: Hand, event: e.RunsChosen) -> Hand:
    if event.runs == 1:
        return replace(hand, runs=None, boards=(hand.board,))
    runs = Runs(event.runs, hand.street, len(hand.board))
    return replace(hand, runs=runs, boards=(hand.board,) * event.runs)


def _run_begun(hand: Hand, event: e.RunBegun) -> Hand:
    runs = hand.runs
    assert runs is not None
    return replace(
        hand,
        runs=replace(runs, current=event.run),
        street=runs.street,
        stage="complete",
        round=Round(),
    )


CARDS: dict[type[Event], HandStep] = {
    e.OpenerAwaited: _awaited,
    e.OpenerTied: _tied,
    e.SuitNamed: _suit,
    e.UpcardsShown: _up,
    e.OpenerNamed: _named,
    e.BroughtIn: _brought_in,
    e.BringInReturned: _bring_in_returned,
    e.StreetDealt: _street,
    e.LastCardPlanned: _planned,
    e.BurnsGathered: _gathered,
    e.CommonCardDealt: _common,
    e.CountsCorrected: _corrected,
    e.CardBought: _bought,
    e.CardDeclined: _declined,
    e.SeatDiscarded: _seat_discarded,
    e.Discarded: _discarded,
    e.DrawOpened: _draw_opened,
    e.CardsDrawn: _drew,
    e.DrawServed: _served,
    e.DeckRebuilt: _rebuilt,
    e.RunsAgreed: _runs_agreed,
    e.RunsChosen: _runs_chosen,
    e.RunBegun: _run_begun,
}
