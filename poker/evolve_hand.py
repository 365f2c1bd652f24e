"""What each event changes in the hand in progress."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from poker import events as e
from poker.cards import UNKNOWN
from poker.events import Event
from poker.evolve_cards import CARDS
from poker.ledger import Ledger
from poker.state import OUT_OF_REACH, Hand, Part, Round
from poker.turn import can_bet, next_due

HandStep = Callable[[Hand, Any], Hand]


def _with_part(hand: Hand, i: int, part: Part) -> tuple[Part, ...]:
    return (*hand.parts[:i], part, *hand.parts[i + 1 :])


def _counted(hand: Hand, seat: int, chips: int) -> dict[str, object]:
    """What substantial action is read from (S-120): acts and who acted, the same with chips."""
    return {
        "acts": hand.acts + 1,
        "chip_acts": hand.chip_acts + chips,
        "actors": _also(hand.actors, seat),
        "chip_actors": _also(hand.chip_actors, seat) if chips else hand.chip_actors,
    }


def _also(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else (*seats, seat)


def _after(hand: Hand, parts: tuple[Part, ...], turn: Round, i: int, **changes: object) -> Hand:
    """The hand after the part at `i` acted: the turn moves on, or the round is complete.

    Before the round is opened, on the draw or while stud's opener is awaited, only folds come here.
    """
    if hand.stage in ("draw", "opener"):
        over = _one_left(parts)
        return replace(hand, parts=parts, stage="award" if over else hand.stage, **changes)
    due = next_due(parts, turn.level, i)
    stage = "betting" if due >= 0 else "complete"
    if due < 0 and _one_left(parts):
        stage = "award"
    return replace(hand, parts=parts, round=replace(turn, due=due), stage=stage, **changes)


def before_first(hand: Hand) -> int:
    """Index before the seat that answers first in this round: the bettor's, or the last to post (S-078, S-084)."""
    if hand.round.bettor:
        return hand.index(hand.round.bettor)
    if hand.opener:
        return hand.index(hand.opener) - (not hand.round.bring_in)
    if hand.street or hand.opening is None or hand.opening.due < 0:
        return len(hand.parts) - 1
    return hand.opening.due - 1


def _one_left(parts: tuple[Part, ...]) -> bool:
    return sum(1 for part in parts if part.life == "in") == 1


def _ante(hand: Hand, event: e.AntePosted) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    paid = replace(
        part,
        total=part.total + (0 if event.dead else event.amount),
        dead=part.dead + (event.amount if event.dead else 0),
        stack=None if part.stack is None else part.stack - event.amount,
        all_in=part.all_in or event.all_in,
    )
    return replace(hand, parts=_with_part(hand, i, paid))


def _hole_cards(hand: Hand, event: e.HoleCardsDealt) -> Hand:
    parts = tuple(
        replace(
            part,
            cards=part.cards + event.each,
            up=(UNKNOWN,) * event.up,
            posted=part.committed,
            forced=part.total,
        )
        if part.seat in event.order
        else part
        for part in hand.parts
    )
    dealt = event.each * len(event.order)
    return replace(hand, parts=parts, ledger=hand.ledger.move("stub", "hands", dealt))


def _betting_opened(hand: Hand, event: e.BettingOpened) -> Hand:
    parts = tuple(
        replace(part, level=event.level) if part.seat in event.closed else part
        for part in hand.parts
    )
    turn = Round(
        level=event.level,
        full_level=0 if event.bring_in else event.level,
        increment=event.increment,
        raises=event.raises,
        due=hand.index(event.due) if event.due else -1,
        began=can_bet(parts),
        missing=event.missing,
        bring_in=event.bring_in,
    )
    stage = "betting" if event.due else "complete"
    opening = turn if hand.street == 0 else hand.opening
    return replace(hand, parts=parts, round=turn, stage=stage, opening=opening)


def _folded(hand: Hand, event: e.Folded) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    if event.late:
        return _named_out(hand, i, event.returned)
    out = replace(part, life="folded", acted="folded")
    counts = _counted(hand, event.seat, 0)
    ledger = hand.ledger.move("hands", "muck", part.cards)
    parts = _with_part(hand, i, out)
    if hand.round.due == i:
        return _after(hand, parts, hand.round, i, ledger=ledger, **counts)
    return _after(hand, parts, hand.round, hand.round.due - 1, ledger=ledger, **counts)


def _named_out(hand: Hand, i: int, returned: int) -> Hand:
    """A seat that the count had already taken out gets its name; its cards are in the muck since then."""
    part = hand.parts[i]
    out = replace(
        part,
        life="folded",
        acted="folded",
        total=part.total - returned,
        counted=min(part.counted, part.total - returned),
        assumed=0,
        stack=None if part.stack is None else part.stack + returned,
        all_in=part.all_in and not returned,
    )
    parts = _with_part(hand, i, out)
    if hand.stage != "betting":
        return replace(hand, parts=parts, unnamed=hand.unnamed - 1)
    return _after(hand, parts, hand.round, hand.round.due - 1, unnamed=hand.unnamed - 1)


def _checked(hand: Hand, event: e.Checked) -> Hand:
    i = hand.index(event.seat)
    part = replace(
        hand.parts[i],
        level=hand.round.level,
        acted="checked",
        assumed=hand.parts[i].assumed if event.inferred else 0,
    )
    return _after(hand, _with_part(hand, i, part), hand.round, i, **_counted(hand, event.seat, 0))


def _called(hand: Hand, event: e.Called) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    called = replace(
        part,
        committed=part.committed + event.amount,
        total=part.total + event.amount,
        stack=None if part.stack is None else part.stack - event.amount,
        all_in=event.all_in,
        level=hand.round.level,
        acted="called",
        assumed=part.assumed + event.amount if event.inferred else 0,
    )
    turn = replace(hand.round, closed=True) if event.closing else hand.round
    return _after(hand, _with_part(hand, i, called), turn, i, **_counted(hand, event.seat, 1))


def _bet(hand: Hand, event: e.BetMade) -> Hand:
    i = hand.index(event.seat)
    part, turn = hand.parts[i], hand.round
    added = event.to - part.committed
    bettor = replace(
        part,
        committed=event.to,
        total=part.total + added,
        stack=None if part.stack is None else part.stack - added,
        all_in=event.all_in,
        level=event.to,
        acted="completed" if event.completed else "raised" if event.raised else "bet",
        assumed=0,
    )
    raised = replace(
        turn,
        level=event.to,
        full_level=event.to if event.full else turn.full_level,
        increment=event.increment,
        raises=turn.raises + event.full,
        bettor=event.seat,
        bring_in=turn.bring_in and not event.full,
    )
    opened = hand.opened or (event.seat if hand.street == 0 else 0)
    counts = _counted(hand, event.seat, 1)
    return _after(hand, _with_part(hand, i, bettor), raised, i, opened=opened, **counts)


def _any_amount(hand: Hand, event: e.AnyAmountAgreed) -> Hand:
    return replace(hand, any_amount=True)


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
    told = (event.seat, event.amount) if hand.round.closed else None
    return replace(hand, parts=_with_part(hand, i, back), returned=told)


def _collected(hand: Hand, event: e.PotCollected) -> Hand:
    parts = tuple(
        replace(
            part, committed=0, level=OUT_OF_REACH, acted="" if part.life == "in" else part.acted
        )
        for part in hand.parts
    )
    return replace(hand, parts=parts, known=hand.known and event.known)


def _count_said(hand: Hand, event: e.CountSaid) -> Hand:
    ledger = hand.ledger.move("hands", "muck", event.moved) if event.moved else hand.ledger
    return replace(hand, unnamed=event.unnamed, returned=None, ledger=ledger)


def _burned(hand: Hand, event: e.CardBurned) -> Hand:
    return replace(hand, ledger=hand.ledger.move("stub", "burns", 1))


def _board(hand: Hand, event: e.BoardDealt) -> Hand:
    return replace(
        hand,
        street=hand.street + 1,
        board=hand.board + event.cards,
        ledger=hand.ledger.move("stub", "board", len(event.cards)),
    )


def _board_shown(hand: Hand, event: e.BoardShown) -> Hand:
    return replace(hand, board=event.cards)


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
        total=part.total + event.amount,
        counted=_counted_before(hand, part, event.amount),
        stack=stack,
        all_in=part.all_in or (stack == 0 and event.amount > 0),
        assumed=event.amount,
    )
    parts = _with_part(hand, i, back)
    if event.named:  # the count had already brought its cards back
        hand = replace(hand, unnamed=hand.unnamed + 1)
    else:
        hand = replace(hand, ledger=hand.ledger.move("muck", "hands", part.cards))
    if hand.stage == "award":
        hand = replace(hand, stage="complete")
    if hand.stage not in ("betting", "complete"):
        return replace(hand, parts=parts)
    return _after(hand, parts, hand.round, before_first(hand))


def _counted_before(hand: Hand, part: Part, amount: int) -> int:
    """What a count of the pot held of a hand that comes back: as much as it held of the others'."""
    most = max((other.counted for other in hand.live()), default=0)
    return max(part.counted, min(part.total + amount, most))


def _pot_counted(hand: Hand, event: e.PotCounted) -> Hand:
    parts = tuple(replace(part, counted=part.total) for part in hand.parts)
    return replace(hand, counted=event.amount, parts=parts)


def _showdown(hand: Hand, event: e.ShowdownReached) -> Hand:
    return replace(hand, stage="showdown", round=replace(hand.round, due=-1))


def _shown(hand: Hand, event: e.HandShown) -> Hand:
    i = hand.index(event.seat)
    return replace(hand, parts=_with_part(hand, i, replace(hand.parts[i], shown=event.cards)))


def _killed(hand: Hand, event: e.HandKilled | e.HandMucked) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    life = "dead" if isinstance(event, e.HandKilled) else "folded"
    parts = _with_part(hand, i, replace(part, life=life, acted=life))
    ledger = hand.ledger.move("hands", "muck", part.cards)
    if hand.stage != "betting":
        stage = "award" if _one_left(parts) else hand.stage
        return replace(hand, parts=parts, ledger=ledger, stage=stage)
    after = i if hand.round.due == i else hand.round.due - 1
    return _after(hand, parts, hand.round, after, ledger=ledger)


def _losers(hand: Hand, event: e.LosersKilled) -> Hand:
    parts = list(hand.parts)
    moved = 0
    for seat in event.seats:
        i = hand.index(seat)
        moved += parts[i].cards
        parts[i] = replace(parts[i], life="dead", acted="dead")
    return replace(hand, parts=tuple(parts), ledger=hand.ledger.move("hands", "muck", moved))


def _pots(hand: Hand, event: e.PotsBuilt) -> Hand:
    return replace(hand, pots=event.pots, rake=event.rake, jackpot=event.jackpot, stage="award")


def _awarded(hand: Hand, event: e.PotAwarded) -> Hand:
    return replace(hand, awards=(*hand.awards, event.award))


def _misdealt(hand: Hand, event: e.HandMisdealt) -> Hand:
    parts = tuple(_before_deal(part) for part in hand.parts)
    return Hand(
        number=hand.number,
        button=hand.button,
        small=hand.small,
        big=hand.big,
        parts=parts,
        opening=hand.opening,
        ledger=Ledger(stub=hand.ledger.total()),
    )


def _before_deal(part: Part) -> Part:
    """Bets since the deal go back; forced bets stay posted for the redeal (macro MISDEAL)."""
    back = part.total - part.forced
    stack = None if part.stack is None else part.stack + back
    return Part(
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
    e.AntePosted: _ante,
    e.HoleCardsDealt: _hole_cards,
    e.BettingOpened: _betting_opened,
    e.Folded: _folded,
    e.Checked: _checked,
    e.Called: _called,
    e.BetMade: _bet,
    e.Declared: _same,
    e.AnyAmountAgreed: _any_amount,
    e.UncalledReturned: _returned,
    e.PotCollected: _collected,
    e.CountSaid: _count_said,
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
    e.RakeTaken: _same,
    e.HandMisdealt: _misdealt,
    **CARDS,
}
