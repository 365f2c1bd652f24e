"""What comes next at a house-banked table: read from the state, never stored."""

from typing import Literal

import msgspec

from banked.rules.cards import TWENTY_ONE, UNSEEN, is_soft, is_ten_value, rank_of, total
from banked.rules.payouts import is_natural, match_kind, needs_suits
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable, BoxHand, Round, RoundBox

StepKind = Literal[
    "closed",
    "shoe",
    "burn",
    "bets",
    "deal",
    "suits",
    "match",
    "insurance",
    "peek",
    "card",
    "decision",
    "hole",
    "second",
    "draw",
    "outcome",
    "settle",
]
SEVENTEEN = 17


class BankedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The next step. box 0 is the dealer; hand and card from 1, 0 if the step has none."""

    kind: StepKind
    box: int = 0
    hand: int = 0
    card: int = 0


def step(table: BankedTable) -> BankedStep:
    """Return the next step of a table."""
    if not table.is_open:
        return BankedStep("closed")
    if table.round is None:
        return BankedStep(_between_rounds(table))
    if table.round.tracking == "outcomes":
        return _outcome(table.round)
    return _in_round(table.plaque, table.round)


def _between_rounds(table: BankedTable) -> StepKind:
    if table.plaque.tracking == "outcomes":
        return "bets"
    if table.shoe is None or table.shoe.is_cover_out or table.shoe.left < 1:
        return "shoe"
    return "burn" if table.is_burn_due else "bets"


def _outcome(round_: Round) -> BankedStep:
    """Return the next hand without an outcome, from the dealer's right."""
    for box in reversed(round_.playing):
        for number, hand in enumerate(box.hands, 1):
            if not hand.end:
                return BankedStep("outcome", box.number, number)
    return BankedStep("settle")


def _in_round(plaque: BankedPlaque, round_: Round) -> BankedStep:
    if not round_.playing:
        return BankedStep("settle")
    deal = next_dealt(round_)
    if deal is not None:
        return deal
    question = _question(plaque, round_)
    if question is not None:
        return question
    if needs_insurance(round_):
        return BankedStep("insurance")
    if needs_peek(round_):
        return BankedStep("peek")
    if round_.peek == "blackjack":
        return _after_blackjack(round_)
    hand_step = _hand_in_turn(round_)
    if hand_step is not None:
        return hand_step
    return _dealer_step(plaque, round_)


def next_dealt(round_: Round) -> BankedStep | None:
    """Return the next card of the deal: one up to each box, one up to the dealer, a second one to each box.

    The hole card is dealt by itself; it is the next card only while the shoe is empty.
    """
    for box in round_.playing:
        if not box.hands[0].cards:
            return BankedStep("deal", box.number, 1, 1)
    if not round_.dealer:
        return BankedStep("deal", 0, 0, 1)
    if len(round_.dealer) > 1:
        return None
    for box in round_.playing:
        if len(box.hands[0].cards) == 1:
            return BankedStep("deal", box.number, 1, 2)
    return BankedStep("deal", 0, 0, 2)


def is_dealt(round_: Round) -> bool:
    return len(round_.dealer) > 1


def _question(plaque: BankedPlaque, round_: Round) -> BankedStep | None:
    """Return the first question about a match with the upcard, or about the suits of a 21."""
    for box in round_.playing:
        card = unnamed_match(round_, box, "match")
        if card:
            return BankedStep("match", box.number, 1, card)
    for box in round_.playing:
        for number, hand in enumerate(box.hands, 1):
            if not hand.end and needs_suits(plaque, hand):
                return BankedStep("suits", box.number, number)
    return None


def match_kinds(round_: Round, box: RoundBox, what: str) -> tuple[str, str]:
    """Return how the first two cards of a box match the upcard ("match") or the hole card ("second")."""
    dealer = dealers_card(round_, what)
    named = box.named if what == "match" else box.named_second
    first, second = box.first
    return (named[0] or match_kind(first, dealer), named[1] or match_kind(second, dealer))


def dealers_card(round_: Round, what: str) -> str:
    """Return the dealer's card that a wager compares: the upcard ("match") or the hole card ("second")."""
    return round_.upcard if what == "match" else round_.dealer[1]


def unnamed_match(round_: Round, box: RoundBox, what: str) -> int:
    """Return which card of a box the dealer has to compare, 1 or 2; 0 if none or without a wager."""
    wager = box.wager.match if what == "match" else box.wager.second
    if not wager or round_.is_settled(box.number, what):
        return 0
    kinds = match_kinds(round_, box, what)
    return next((number for number, kind in enumerate(kinds, 1) if not kind), 0)


def needs_insurance(round_: Round) -> bool:
    """Return whether insurance is offered: an ace is up, and a box may still lose to a blackjack."""
    if round_.is_insurance_closed or rank_of(round_.upcard) != "A":
        return False
    return any(may_insure(box) for box in round_.playing)


def may_insure(box: RoundBox) -> bool:
    """Return whether a box may be insured: one that was paid for its blackjack has nothing to insure."""
    return box.hands[0].end not in ("paid", "void")


def needs_peek(round_: Round) -> bool:
    """Return whether the dealer looks at the hole card: under an ace or a card of ten."""
    upcard = round_.upcard
    is_peek_card = rank_of(upcard) == "A" or is_ten_value(upcard)
    if not is_peek_card or round_.peek:
        return False
    return any(box.insurance or not box.hands[0].end for box in round_.playing)


def _after_blackjack(round_: Round) -> BankedStep:
    for box in round_.playing:
        card = unnamed_match(round_, box, "second")
        if card:
            return BankedStep("second", box.number, 1, card)
    return BankedStep("settle")


def _hand_in_turn(round_: Round) -> BankedStep | None:
    for box in round_.playing:
        for number, hand in enumerate(box.hands, 1):
            if hand.end:
                continue
            needs_card = hand.is_waiting or len(hand.cards) < 2
            return BankedStep("card" if needs_card else "decision", box.number, number)
    return None


def hand_in_turn(table: BankedTable) -> tuple[RoundBox, BoxHand] | None:
    """Return the box and the hand that plays, None if no hand does."""
    if table.round is None:
        return None
    next_step = step(table)
    if next_step.kind not in ("card", "decision"):
        return None
    box = table.round.box(next_step.box)
    return (box, box.hands[next_step.hand - 1]) if box else None


def _dealer_step(plaque: BankedPlaque, round_: Round) -> BankedStep:
    is_open = any(
        hand.end == "stands" and not is_natural(hand)
        for box in round_.playing
        for hand in box.hands
    )
    has_second = any(
        box.wager.second and not round_.settlements(box.number, "second") for box in round_.playing
    )
    if not round_.is_hole_known and (is_open or has_second):
        return BankedStep("hole")
    if round_.is_hole_known:
        for box in round_.playing:
            card = unnamed_match(round_, box, "second")
            if card:
                return BankedStep("second", box.number, 1, card)
    if is_open and draws(plaque, round_.dealer):
        return BankedStep("draw")
    return BankedStep("settle")


def draws(plaque: BankedPlaque, cards: tuple[str, ...]) -> bool:
    """Return whether the dealer draws: to 16, and on a soft 17 if the plaque says so."""
    if UNSEEN in cards:
        return False
    points = total(cards)
    if points == SEVENTEEN and plaque.soft_17 == "hit":
        return is_soft(cards)
    return points < SEVENTEEN


def is_over_21(hand: BoxHand) -> bool:
    return hand.total > TWENTY_ONE


def rescuable(table: BankedTable) -> tuple[int, int] | None:
    """Return box and hand of a double that its player may still rescue; None if there is none.

    It is the last hand that was played, not over 21 and not a 21, and the hole card is still face down.
    """
    round_ = table.round
    plaque = table.plaque
    if round_ is None or plaque.rescue == "none" or not plaque.rules.has_rescue:
        return None
    if round_.is_hole_known or round_.tracking == "outcomes":
        return None
    last = _last_played(round_)
    if last is None:
        return None
    box, number = last
    hand = box.hands[number - 1]
    is_alive = hand.end in ("", "stands") and hand.total < TWENTY_ONE and not hand.is_waiting
    return (box.number, number) if hand.added and is_alive else None


def _last_played(round_: Round) -> tuple[RoundBox, int] | None:
    last = None
    for box in round_.playing:
        for number, hand in enumerate(box.hands, 1):
            if _was_played(hand, number):
                last = box, number
    return last


def _was_played(hand: BoxHand, number: int) -> bool:
    """Return whether a hand got a decision or, after a split, its second card."""
    if hand.is_split:
        return number == 1 or len(hand.cards) > 1
    return bool(hand.added) or len(hand.cards) > 2 or hand.end in ("stands", "surrendered")
