"""Apply events to the hand in progress."""

from msgspec.structs import replace

from poker import events as e
from poker.cards import UNKNOWN
from poker.events import Event
from poker.evolve_acts import ACTS, after_act, before_first, one_left, put, without_last_act
from poker.evolve_cards import CARDS, with_board
from poker.evolve_floor import FLOOR_HAND
from poker.hand_kinds import EVENTS, with_kind
from poker.handlers import HandStep
from poker.ledger import Ledger
from poker.state import OUT_OF_REACH, Hand, Participant, Stage


def _same(hand: Hand, event: Event) -> Hand:
    return hand


def _returned(hand: Hand, event: e.UncalledReturned) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    back = replace(
        part,
        committed=max(part.committed - event.amount, 0),
        total=part.total - event.amount,
        stack=None if part.stack is None else part.stack + event.amount,
        all_in=False,
    )
    seat_chips = (event.seat, event.amount) if hand.round.closed else None
    return replace(hand, parts=put(hand.parts, i, back), returned=seat_chips)


def _collected(hand: Hand, event: e.PotCollected) -> Hand:
    parts = tuple(
        replace(
            part,
            committed=0,
            level=OUT_OF_REACH,
            acted="" if part.life == "in" else part.acted,
            last=None,
            asked="",
        )
        for part in hand.parts
    )
    known = hand.known and event.known
    return replace(hand, parts=parts, known=known, bound=(), limited=(), offered=(), clock=None)


def _count_announced(hand: Hand, event: e.CountAnnounced) -> Hand:
    ledger = hand.ledger.move("hands", "muck", event.moved) if event.moved else hand.ledger
    parts = hand.parts
    if event.unnamed == 0:  # a count confirms the inferred calls of everyone still in
        parts = tuple(replace(part, assumed=0) if part.assumed else part for part in parts)
    return replace(hand, parts=parts, unnamed=event.unnamed, returned=None, ledger=ledger)


def _burned(hand: Hand, event: e.CardBurned) -> Hand:
    return replace(hand, ledger=hand.ledger.move("stub", "burns", 1), unburned=False, top="")


def _board(hand: Hand, event: e.BoardDealt) -> Hand:
    return replace(
        hand,
        street=hand.street + (not event.within),
        boards=with_board(hand, event.board, hand.boards[event.board] + event.cards),
        ledger=hand.ledger.move("stub", "board", len(event.cards)),
    )


def _board_shown(hand: Hand, event: e.BoardShown) -> Hand:
    shared = event.cards[: hand.runs.shared] if hand.runs else ()
    others = tuple((*shared, *board[len(shared) :]) for board in hand.boards)
    hand = replace(hand, boards=others)
    return replace(hand, boards=with_board(hand, event.board, event.cards))


def _skipped(hand: Hand, event: e.StreetSkipped) -> Hand:
    turn = replace(hand.round, due=-1, skipped=True)
    return replace(hand, partial=True, known=False, stage="complete", round=turn)


def _reinstated(hand: Hand, event: e.Reinstated) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    stack = None if part.stack is None else part.stack - event.amount
    back = replace(
        part,
        life="in",
        acted="",
        last=None,
        out_on=0,
        total=part.total + event.amount,
        counted=_counted_before(hand, part, event.amount),
        stack=stack,
        all_in=part.all_in or (stack == 0 and event.amount > 0),
        assumed=event.amount,
        cards=part.cards + event.dealt,
        up=part.up + (UNKNOWN,) * event.up,
    )
    parts = put(hand.parts, i, back)
    if any(act.seat == event.seat and act.what == "fold" for act in hand.log):
        hand = replace(hand, log=without_last_act(hand.log, event.seat))
    if event.named:  # the count had already brought its cards back
        ledger = hand.ledger.move("muck", "hands", event.moved)
        hand = replace(hand, unnamed=hand.unnamed + 1, ledger=ledger)
    else:
        ledger = hand.ledger.move("muck", "hands", part.cards + min(event.dealt, 0))
        hand = replace(hand, ledger=ledger.move("stub", "hands", max(event.dealt, 0)))
    if hand.stage == "award":
        hand = replace(hand, stage=_before_award(hand))
    if hand.stage not in ("betting", "complete"):
        return replace(hand, parts=parts)
    return after_act(hand, parts, hand.round, before_first(hand))


def _before_award(hand: Hand) -> Stage:
    """Return the stage before all but one folded; an unopened round still waits for its opener or draws."""
    if hand.round.increment or hand.round.skipped:
        return "complete"
    return "opener" if any(part.up for part in hand.parts) else "draw"


def _counted_before(hand: Hand, part: Participant, amount: int) -> int:
    """Return how much of a returning hand's chips a count of the pot included: the same share as for the others."""
    most = max((other.counted for other in hand.live()), default=0)
    return max(part.counted, min(part.total + amount, most))


def _pot_counted(hand: Hand, event: e.PotCounted) -> Hand:
    parts = tuple(replace(part, counted=part.total) for part in hand.parts)
    # After a ruling the dealer may count a pot that the log has; a different count replaces the
    # log's amount.
    known = hand.known and event.amount == hand.chips()
    return replace(hand, counted=event.amount, parts=parts, known=known)


def _showdown(hand: Hand, event: e.ShowdownReached) -> Hand:
    # With runs that are awarded one by one, the pots are built already.
    stage: Stage = "award" if hand.pots else "showdown"
    return replace(hand, stage=stage, round=replace(hand.round, due=-1))


def _shown(hand: Hand, event: e.HandShown) -> Hand:
    i = hand.index(event.seat)
    return replace(hand, parts=put(hand.parts, i, replace(hand.parts[i], shown=event.cards)))


def _killed(hand: Hand, event: e.HandKilled | e.HandMucked) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    life = "dead" if isinstance(event, e.HandKilled) else "folded"
    parts = put(hand.parts, i, replace(part, life=life, acted=life, out_on=hand.street + 1))
    ledger = hand.ledger.move("hands", "muck", part.cards)
    if isinstance(event, e.HandKilled) and event.why:
        hand = _with_absent(hand, part, event)
    if hand.stage != "betting":
        stage = "award" if one_left(parts) else hand.stage
        return replace(hand, parts=parts, ledger=ledger, stage=stage)
    after = i if hand.round.due == i else hand.round.due - 1
    return after_act(hand, parts, hand.round, after, ledger=ledger)


def _with_absent(hand: Hand, part: Participant, event: e.HandKilled) -> Hand:
    """Return the hand with a player who was not at the table at the deal, and so did not begin the round."""
    began = hand.round.began - 1 if part.can_act and hand.round.began else hand.round.began
    return replace(
        hand,
        absent=(*hand.absent, event.seat),
        served=(*hand.served, event.seat) if event.why == "penalty" else hand.served,
        round=replace(hand.round, began=began),
    )


def _losers(hand: Hand, event: e.LosersKilled) -> Hand:
    parts = list(hand.parts)
    moved = 0
    for seat in event.seats:
        i = hand.index(seat)
        moved += parts[i].cards
        parts[i] = replace(parts[i], life="dead", acted="dead", out_on=hand.street + 1)
    return replace(hand, parts=tuple(parts), ledger=hand.ledger.move("hands", "muck", moved))


def _pots(hand: Hand, event: e.PotsBuilt) -> Hand:
    return replace(hand, pots=event.pots, rake=event.rake, jackpot=event.jackpot, stage="award")


def _awarded(hand: Hand, event: e.PotAwarded) -> Hand:
    return replace(hand, awards=(*hand.awards, event.award))


def misdealt(hand: Hand, event: e.HandMisdealt) -> Hand:
    parts = tuple(_before_deal(part) for part in hand.parts)
    return Hand(
        number=hand.number,
        button=hand.button,
        small=hand.small,
        big=hand.big,
        parts=parts,
        opening=hand.opening,
        ledger=Ledger(stub=hand.ledger.total()),
        boards=((),) * (hand.bomb.boards if hand.bomb else 1),
        bomb=hand.bomb,
        kinds=hand.kinds,
        splash=hand.splash,
        fund_splash=hand.fund_splash,
        promotions=hand.promotions,
        dealt_at=hand.dealt_at,
        dealt=hand.dealt,
    )


def _before_deal(part: Participant) -> Participant:
    """Return bets made since the deal; forced bets stay posted for the redeal (macro MISDEAL)."""
    back = part.total - part.forced
    stack = None if part.stack is None else part.stack + back
    return Participant(
        seat=part.seat,
        committed=part.posted,
        total=part.forced,
        posted=part.posted,
        forced=part.forced,
        dead=part.dead,
        stack=stack,
        all_in=stack == 0 or (part.all_in and not back),
        life="folded" if part.gone else "in",
        gone=part.gone,
    )


HAND: dict[type[Event], HandStep] = {
    **ACTS,
    **CARDS,
    **FLOOR_HAND,
    e.Declared: _same,
    e.UncalledReturned: _returned,
    e.PotCollected: _collected,
    e.CountAnnounced: _count_announced,
    e.CardBurned: _burned,
    e.BoardDealt: _board,
    e.BoardShown: _board_shown,
    e.StreetSkipped: _skipped,
    e.Reinstated: _reinstated,
    e.PotCounted: _pot_counted,
    e.ShowdownReached: _showdown,
    e.HandShown: _shown,
    e.HandMucked: _killed,
    e.HandKilled: _killed,
    e.LosersKilled: _losers,
    e.PotsBuilt: _pots,
    e.PotAwarded: _awarded,
}


def _recording_kind(step: HandStep) -> HandStep:
    """Return a step that also records what kind of hand it is."""
    return lambda hand, event: with_kind(step(hand, event), event)


HAND |= {kind: _recording_kind(HAND[kind]) for kind in EVENTS if kind in HAND}
