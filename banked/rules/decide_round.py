"""Decides the commands of a round whose cards are logged: deal, questions, insurance, peek, decisions, settlement."""

from typing import Any

import msgspec

from banked.rules import commands as c
from banked.rules import events as e
from banked.rules import payouts, settling, walk
from banked.rules.cards import FACE, TEN_VALUES, are_equal_in_value, is_ten_value, rank_of
from banked.rules.draft import Draft
from banked.rules.outcomes import double_outcome, split_outcome
from banked.rules.payouts import most_double, rescued
from banked.rules.state import BoxHand, Round, RoundBox, Settlement
from poker.handlers import DecideOn
from poker.refusal import Refusal


def card(draft: Draft, command: c.DealCard, now: int) -> None:
    """Deal the next card: of the deal, a hit, a double's or split hand's card, the hole card, a drawn card."""
    draft.require_cards()
    if command.box:
        draft.hand(command.box, command.hand)
    draft.require_card(command.card)
    turn = draft.step
    if turn.kind != "hole":
        draft.require_shoe()
    if turn.kind in ("match", "second", "suits"):
        raise Refusal("question_open", "", step=turn.kind, box=turn.box)
    if turn.kind in ("deal", "card", "decision"):
        _card_to_hand(draft, command, turn)
        return
    if turn.kind == "hole":
        _show_hole(draft, command)
        return
    if turn.kind == "draw" and command.box == 0:
        draft.record(e.CardDealt(command.card))
        return
    raise Refusal("no_card_now", "", box=command.box, step=turn.kind)


def _card_to_hand(draft: Draft, command: c.DealCard, turn: walk.BankedStep) -> None:
    if not command.box and turn.box:
        raise Refusal("not_the_dealers_card", "", box=turn.box, step=turn.kind)
    if command.box:
        hand = draft.hand(command.box, command.hand)
        if hand.end:
            raise Refusal(
                "box_hand_over",
                "",
                box=command.box,
                hand=command.hand,
                total=hand.total,
                end=hand.end,
            )
    number = command.hand if command.box else 0
    if (command.box, number) != (turn.box, turn.hand):
        raise Refusal("card_out_of_order", "", box=command.box, turn=turn.box, step=turn.kind)
    if turn.kind == "decision" and draft.hand(command.box, command.hand).added:
        raise Refusal(
            "no_hit_after_double", "58 Pa. Code § 673a.10", box=command.box, hand=command.hand
        )
    draft.record(e.CardDealt(command.card, command.box, command.hand))


def _show_hole(draft: Draft, command: c.DealCard) -> None:
    """Turn the hole card. Raises `Refusal`: `hole_is_blackjack` if the peek showed none."""
    round_ = draft.round
    if command.box:
        raise Refusal("card_out_of_order", "", box=command.box, turn=0, step="hole")
    both = (rank_of(round_.upcard), rank_of(command.card))
    is_blackjack = "A" in both and any(rank in TEN_VALUES for rank in both)
    if is_blackjack and round_.peek == "none":
        raise Refusal("hole_is_blackjack", "", card=command.card)
    draft.record(e.HoleShown(command.card))
    settling.settle_second(draft)


def name_suits(draft: Draft, command: c.NameSuits, now: int) -> None:
    draft.require_cards()
    draft.hand(command.box, command.hand)
    turn = draft.step
    if (turn.kind, turn.box, turn.hand) != ("suits", command.box, command.hand):
        raise Refusal("no_question", "", box=command.box, step=turn.kind)
    draft.record(e.SuitsNamed(command.box, command.hand, command.suits))


def name_match(draft: Draft, command: c.NameMatch, now: int) -> None:
    """Name how a card matches. Raises `Refusal`: `no_question`, `ranks_match` if two equal ranks shall not match."""
    draft.require_cards()
    box = draft.box(command.box)
    turn = draft.step
    kind = "match" if command.what == "match" else "second"
    if (turn.kind, turn.box, turn.card) != (kind, command.box, command.card):
        raise Refusal("no_question", "", box=command.box, step=turn.kind)
    dealer = walk.dealers_card(draft.round, kind)
    dealt = box.first[command.card - 1]
    if command.how == "none" and not payouts.may_differ(dealt, dealer):
        raise Refusal("ranks_match", "", box=command.box, card=rank_of(dealt))
    draft.record(e.MatchNamed(command.box, command.card, command.how, command.what))
    if command.what == "second":
        settling.settle_second(draft)


def insure(draft: Draft, command: c.Insure, now: int) -> None:
    """Insure a box. Raises `Refusal`: `no_insurance`, `insurance_too_high`, `not_in_chips`."""
    draft.require_cards()
    box = draft.box(command.box)
    if draft.step.kind != "insurance" or not walk.may_insure(box):
        raise Refusal("no_insurance", "", box=command.box, step=draft.step.kind)
    plaque = draft.table.plaque
    most = payouts.most_insurance(plaque, box.wager.bet)
    if command.amount > most:
        raise Refusal("insurance_too_high", "", box=command.box, most=most)
    if command.amount % plaque.unit:
        raise Refusal("not_in_chips", "", amount=command.amount, chip=plaque.unit)
    if command.amount != box.insurance:
        draft.record(e.Insured(command.box, command.amount))


def close_insurance(draft: Draft, command: c.CloseInsurance, now: int) -> None:
    draft.require_cards()
    if draft.step.kind != "insurance":
        raise Refusal("no_insurance", "", box=0, step=draft.step.kind)
    draft.record(e.InsuranceClosed())


def peek(draft: Draft, command: c.Peek, now: int) -> None:
    """Record what the card reader shows. With a blackjack the hole card is turned, and insurance is paid 2 to 1."""
    draft.require_cards()
    if draft.step.kind != "peek":
        raise Refusal("no_peek_now", "", step=draft.step.kind)
    hole = "A" if is_ten_value(draft.round.upcard) else FACE
    if command.is_blackjack:
        draft.require_card(hole)
    draft.record(e.Peeked(command.is_blackjack))
    if command.is_blackjack:
        draft.record(e.HoleShown(hole))
    settling.settle_insurance(draft)
    settling.settle_second(draft)


def stand(draft: Draft, command: c.Stand, now: int) -> None:
    draft.require_turn(command.box, command.hand)
    draft.record(e.Stood(command.box, command.hand))


def double(draft: Draft, command: c.Double, now: int) -> None:
    """Double on two or more cards, any total, aces included (58 Pa. Code § 673a.10 (b)).

    Raises `Refusal`: `no_double`, `most_doubles`, `double_too_high`, `not_in_chips`.
    """
    if draft.round.tracking == "outcomes":
        double_outcome(draft, command.box, command.hand, command.amount)
        return
    hand = draft.require_turn(command.box, command.hand)
    plaque = draft.table.plaque
    if not plaque.rules.any_double and len(hand.cards) > 2:
        raise Refusal("no_double", "58 Pa. Code § 673a.10", box=command.box, cards=len(hand.cards))
    if len(hand.added) >= plaque.doubles:
        raise Refusal("most_doubles", "", box=command.box, most=plaque.doubles)
    most = most_double(plaque, hand)
    amount = command.amount or most
    if amount > most:
        raise Refusal("double_too_high", "58 Pa. Code § 673a.10", box=command.box, most=most)
    if amount % plaque.chip:
        raise Refusal("not_in_chips", "", amount=amount, chip=plaque.chip)
    draft.record(e.Doubled(command.box, command.hand, amount))


def rescue(draft: Draft, command: c.Rescue, now: int) -> None:
    """Rescue a double: the last added part goes back, the wager is lost, and the hand is over.

    Raises `Refusal`: `no_rescue_here`, `rescue_after_bust`, `not_doubled`, `rescue_too_late`.
    """
    hand = draft.hand(command.box, command.hand)
    plaque = draft.table.plaque
    if not plaque.rules.has_rescue or plaque.rescue == "none":
        raise Refusal("no_rescue_here", "", table=draft.table.name)
    if not hand.added:
        raise Refusal("not_doubled", "", box=command.box, hand=command.hand)
    if walk.is_over_21(hand):
        raise Refusal("rescue_after_bust", "", box=command.box, total=hand.total)
    if not _may_rescue(draft, command.box, command.hand):
        raise Refusal("rescue_too_late", "", box=command.box, hand=command.hand)
    draft.record(e.Rescued(command.box, command.hand))
    taken = rescued(plaque, hand)
    row = Settlement(command.box, "hand", taken=taken, hand=command.hand, row="rescued")
    draft.record(e.ChipsSettled((row,)))


def _may_rescue(draft: Draft, box: int, number: int) -> bool:
    if draft.round.tracking == "outcomes":
        return not draft.hand(box, number).end
    return walk.rescuable(draft.table) == (box, number)


def split(draft: Draft, command: c.Split, now: int) -> None:
    """Split two cards of equal value, up to the house's number of hands.

    Raises `Refusal`: `no_split`, `most_hands`.
    """
    if draft.round.tracking == "outcomes":
        split_outcome(draft, command.box, command.hand)
        return
    hand = draft.require_turn(command.box, command.hand)
    box = draft.box(command.box)
    most = draft.table.plaque.rules.most_hands
    if len(hand.cards) != 2 or hand.added or not are_equal_in_value(hand.cards):
        raise Refusal("no_split", "", box=command.box, cards=", ".join(hand.cards))
    if len(box.hands) >= most:
        raise Refusal("most_hands", "", box=command.box, most=most)
    draft.record(e.HandSplit(command.box, command.hand))


def surrender(draft: Draft, command: c.Surrender, now: int) -> None:
    """Give up half of the wager on the first two cards, before any other decision.

    Raises `Refusal`: `no_surrender_here`, `surrender_too_late`.
    """
    hand = draft.require_turn(command.box, command.hand)
    plaque = draft.table.plaque
    if not plaque.rules.has_surrender or plaque.surrender == "none":
        raise Refusal("no_surrender_here", "", table=draft.table.name)
    if len(hand.cards) != 2 or hand.is_split or hand.added:
        raise Refusal("surrender_too_late", "", box=command.box, hand=command.hand)
    draft.record(e.Surrendered(command.box, command.hand))
    draft.record(e.ChipsSettled((_half(draft, command.box, command.hand, hand),)))


def _half(draft: Draft, box: int, number: int, hand: BoxHand) -> Settlement:
    taken = payouts.half_taken(draft.table.plaque, hand.wager)
    return Settlement(box, "hand", taken=taken, hand=number, row="surrendered")


def settle(draft: Draft, command: c.Settle, now: int) -> None:
    """Pay and take every hand that is still open, and end the round. Raises `Refusal`: `not_settled_yet`."""
    turn = draft.step
    round_ = draft.round
    if turn.kind != "settle":
        raise Refusal("not_settled_yet", "", step=turn.kind, box=turn.box)
    if round_.tracking == "cards":
        settling.settle_hands(draft)
        _require_second(draft)
    else:
        _lose_open_sides(draft)
    _end_round(draft, now)


def _end_round(draft: Draft, now: int, reason: str = "") -> None:
    round_ = draft.round
    hands = sum(len(box.hands) for box in round_.boxes)
    draft.record(e.RoundEnded(round_.number, now, round_.results(), hands, reason))


def _require_second(draft: Draft) -> None:
    """Refuse to end a round in which a match wager is not settled."""
    for box in draft.round.playing:
        if box.wager.second and not draft.round.settlements(box.number, "second"):
            raise Refusal("not_settled_yet", "", step="second", box=box.number)


def _lose_open_sides(draft: Draft) -> None:
    """Take the match wagers of which the dealer logged nothing: without cards, those are the lost ones."""
    rows = []
    for box in draft.round.playing:
        for kind, wager in (("match", box.wager.match), ("second", box.wager.second)):
            if wager and not draft.round.settlements(box.number, kind):
                rows.append(
                    Settlement(box.number, "match" if kind == "match" else "second", taken=wager)
                )
    if rows:
        draft.record(e.ChipsSettled(tuple(rows)))


def void_round(draft: Draft, command: c.VoidRound, now: int) -> None:
    """Void the round or one box: what was paid and taken is reversed, and the wagers go back.

    Raises `Refusal`: `reason_missing`, `no_round`, `empty_box`, `box_void`.
    """
    reason = command.reason.strip()
    if not reason:
        raise Refusal("reason_missing", "S-012", command="void_round")
    round_ = draft.round
    if command.box and draft.box(command.box).is_void:
        raise Refusal("box_void", "", box=command.box)
    boxes = [box for box in round_.boxes if not box.is_void and command.box in (0, box.number)]
    if boxes:
        numbers = tuple(box.number for box in boxes)
        draft.record(e.BoxesVoided(numbers, reason, command.by))
        draft.record(e.ChipsSettled(tuple(_reversed(round_, box) for box in boxes)))
    if not command.box:
        _end_round(draft, now, reason)


def _reversed(round_: Round, box: RoundBox) -> Settlement:
    settled = round_.settlements(box.number)
    paid = sum(row.paid for row in settled)
    taken = sum(row.taken for row in settled)
    return Settlement(box.number, "void", paid=taken, taken=paid, row="void")


def correct_payout(draft: Draft, command: c.CorrectPayout, now: int) -> None:
    """Log that a box got more or less than the rule gives. Raises `Refusal`: `no_such_round`, `nothing_to_correct`."""
    table = draft.table
    if not 1 <= command.round <= table.rounds or (
        table.round is not None and command.round == table.round.number
    ):
        raise Refusal("no_such_round", "", round=command.round, rounds=table.rounds)
    if not command.paid:
        raise Refusal("nothing_to_correct", "", box=command.box)
    if command.paid % table.plaque.unit:
        raise Refusal("not_in_chips", "", amount=abs(command.paid), chip=table.plaque.unit)
    if not command.reason.strip():
        raise Refusal("reason_missing", "S-012", command="correct_payout")
    draft.require_box(command.box)
    draft.record(
        e.PayoutCorrected(
            command.round, command.box, command.paid, command.reason.strip(), command.by, now
        )
    )


DECIDE: dict[type[msgspec.Struct], DecideOn[Any]] = {
    c.DealCard: card,
    c.NameSuits: name_suits,
    c.NameMatch: name_match,
    c.Insure: insure,
    c.CloseInsurance: close_insurance,
    c.Peek: peek,
    c.Stand: stand,
    c.Double: double,
    c.Rescue: rescue,
    c.Split: split,
    c.Surrender: surrender,
    c.Settle: settle,
    c.VoidRound: void_round,
    c.CorrectPayout: correct_payout,
}
