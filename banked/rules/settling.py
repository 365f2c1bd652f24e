"""Records what follows from the cards by itself: blackjacks, 21s, busts, match wagers, and the settlement."""

from typing import Literal

from banked.rules import events as e
from banked.rules import payouts, walk
from banked.rules.cards import TWENTY_ONE, UNSEEN, is_two_card_21, total
from banked.rules.draft import Draft
from banked.rules.state import BoxHand, Round, RoundBox, Settlement


def follow(draft: Draft) -> None:
    """Record everything that is due now without a decision. Called after each command of a round."""
    if draft.table.round is None or draft.round.tracking == "outcomes":
        return
    if not draft.round.playing:
        return
    _deal_hole(draft)
    if not walk.is_dealt(draft.round):
        return
    _settle_match(draft)
    if any(walk.unnamed_match(draft.round, box, "match") for box in draft.round.playing):
        return
    for box in draft.round.playing:
        for number in range(1, len(box.hands) + 1):
            _end_hand(draft, box.number, number)


def _deal_hole(draft: Draft) -> None:
    """Record the hole card, face down, after the last second card."""
    shoe = draft.table.shoe
    is_next = walk.next_dealt(draft.round) == walk.BankedStep("deal", 0, 0, 2)
    if is_next and shoe is not None and shoe.left > 0:
        draft.record(e.HoleDealt())


def _settle_match(draft: Draft) -> None:
    """Record the match wagers as soon as both cards are known: before any further card is dealt."""
    _settle_matches(draft, "match")


def _settle_matches(draft: Draft, what: Literal["match", "second"]) -> None:
    rows = []
    for box in draft.round.playing:
        wager = box.wager.match if what == "match" else box.wager.second
        if not wager or draft.round.is_settled(box.number, what):
            continue
        kinds = walk.match_kinds(draft.round, box, what)
        if "" in kinds:
            continue
        times = payouts.match_times(draft.table.plaque, kinds)
        if times:
            row = Settlement(box.number, what, paid=times * wager, row=f"{times}")
        else:
            row = Settlement(box.number, what, taken=wager)
        rows.append(row)
    if rows:
        draft.record(e.ChipsSettled(tuple(rows)))


def _end_hand(draft: Draft, number: int, hand_number: int) -> None:
    """Record the end of a hand that is over without a decision: a blackjack, a 21, a bust, a last double."""
    plaque = draft.table.plaque
    box = draft.box(number)
    hand = box.hands[hand_number - 1]
    if hand.end or len(hand.cards) < 2 or hand.is_waiting:
        return
    if hand.total > TWENTY_ONE:
        row = Settlement(number, "hand", taken=hand.staked, hand=hand_number, row="bust")
        draft.record(e.ChipsSettled((row,)))
        return
    if hand.total == TWENTY_ONE:
        _end_21(draft, box, hand_number, hand)
        return
    if len(hand.added) >= plaque.doubles:
        draft.record(e.Stood(number, hand_number))


def _end_21(draft: Draft, box: RoundBox, number: int, hand: BoxHand) -> None:
    plaque = draft.table.plaque
    game = plaque.rules
    wins_now = game.natural_wins if payouts.is_natural(hand) else game.wins_at_once
    if not wins_now:
        if draft.round.peek or not walk.needs_peek(draft.round):
            draft.record(e.Stood(box.number, number))
        return
    if payouts.needs_suits(plaque, hand):
        return
    rows = [payouts.win_21(plaque, box.number, number, hand)]
    bonus = payouts.super_bonus(plaque, draft.round, box, hand)
    if bonus:
        rows.append(Settlement(box.number, "super", paid=bonus, hand=number))
        rows.extend(payouts.envy(plaque, draft.round, box))
    draft.record(e.ChipsSettled(tuple(rows)))


def settle_insurance(draft: Draft) -> None:
    """Record what the peek does to insurance: paid 2 to 1 on a blackjack, else taken."""
    is_blackjack = draft.round.peek == "blackjack"
    odds = draft.table.plaque.rules.insurance
    rows = []
    for box in draft.round.playing:
        if not box.insurance:
            continue
        won = box.insurance * odds[0] // odds[1]
        rows.append(
            Settlement(box.number, "insurance", paid=won)
            if is_blackjack
            else Settlement(box.number, "insurance", taken=box.insurance)
        )
    if rows:
        draft.record(e.ChipsSettled(tuple(rows)))


def settle_second(draft: Draft) -> None:
    """Record the second match wagers, once the hole card is known."""
    if draft.round.is_hole_known:
        _settle_matches(draft, "second")


def settle_hands(draft: Draft) -> None:
    """Record what every hand without an end is paid or loses, from the dealer's right."""
    rows = []
    for box in reversed(draft.round.playing):
        for number in range(len(box.hands), 0, -1):
            hand = box.hands[number - 1]
            row = _settlement(draft, box, number, hand)
            if row is not None:
                rows.append(row)
    if rows:
        draft.record(e.ChipsSettled(tuple(rows)))


def _settlement(draft: Draft, box: RoundBox, number: int, hand: BoxHand) -> Settlement | None:
    plaque = draft.table.plaque
    round_ = draft.round
    if hand.end not in ("", "stands"):
        return None
    if round_.peek == "blackjack":
        if payouts.is_natural(hand):
            return Settlement(box.number, "hand", hand=number, row="push")
        return Settlement(box.number, "hand", taken=hand.staked, hand=number, row="blackjack")
    if payouts.is_natural(hand):
        return payouts.win_21(plaque, box.number, number, hand)
    dealer = dealer_total(round_)
    if dealer > TWENTY_ONE or hand.total > dealer:
        row = payouts.EVEN if dealer <= TWENTY_ONE else "dealer_bust"
        return Settlement(box.number, "hand", paid=hand.staked, hand=number, row=row)
    if hand.total == dealer:
        return Settlement(box.number, "hand", hand=number, row="push")
    return Settlement(box.number, "hand", taken=hand.staked, hand=number, row="lower")


def dealer_total(round_: Round) -> int:
    """Return the dealer's total of the cards that are face up."""
    return total(card for card in round_.dealer if card != UNSEEN)


def is_dealer_blackjack(round_: Round) -> bool:
    return round_.is_hole_known and is_two_card_21(round_.dealer)
