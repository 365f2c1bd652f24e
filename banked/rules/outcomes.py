"""Decides the commands of a round whose cards are not logged: what each hand and each side bet came to."""

from typing import Any

import msgspec

from banked.rules import commands as c
from banked.rules import events as e
from banked.rules import payouts
from banked.rules.draft import Draft
from banked.rules.games import Odds
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BoxHand, RoundBox, Settlement, SettlementKind
from poker.handlers import DecideOn
from poker.refusal import Refusal

ODDS: dict[str, Odds] = {"1:1": (1, 1), "3:2": (3, 2), "2:1": (2, 1), "3:1": (3, 1)}


def outcome(draft: Draft, command: c.LogOutcome, now: int) -> None:
    """Log how a hand ended. A second tap replaces nothing: UNDO takes the first one back.

    Raises `Refusal`: `box_hand_over`, `doubled_pays_even`, `no_surrender_here`, `surrender_too_late`.
    """
    hand = _hand(draft, command.box, command.hand)
    odds = ODDS[command.pays]
    if command.how == "win" and hand.added and odds != (1, 1):
        raise Refusal("doubled_pays_even", "58 Pa. Code § 635a.12 (b)", box=command.box)
    plaque = draft.table.plaque
    if command.how == "half" and (not plaque.rules.has_surrender or plaque.surrender == "none"):
        raise Refusal("no_surrender_here", "", table=draft.table.name)
    if command.how == "half" and (hand.added or hand.is_split):
        raise Refusal("surrender_too_late", "", box=command.box, hand=command.hand)
    _log(draft, command.box, command.hand, hand, command.how, odds)


def _hand(draft: Draft, box: int, number: int) -> BoxHand:
    _require_outcomes(draft)
    hand = draft.hand(box, number)
    if hand.end:
        raise Refusal("box_hand_over", "", box=box, hand=number, total=0, end=hand.end)
    return hand


def _require_outcomes(draft: Draft) -> None:
    if draft.round.tracking != "outcomes":
        raise Refusal("cards_are_logged", "", table=draft.table.name)


def _log(draft: Draft, box: int, number: int, hand: BoxHand, how: str, odds: Odds) -> None:
    draft.record(e.HandEndLogged(box, number, how, odds))
    draft.record(e.ChipsSettled((_settlement(draft, box, number, hand, how, odds),)))


def _settlement(
    draft: Draft, box: int, number: int, hand: BoxHand, how: str, odds: Odds
) -> Settlement:
    plaque = draft.table.plaque
    match how:
        case "win":
            won = payouts.amount(plaque, hand.staked, odds)
            return Settlement(box, "hand", paid=won, hand=number, row=f"{odds[0]}:{odds[1]}")
        case "lose":
            return Settlement(box, "hand", taken=hand.staked, hand=number)
        case "half":
            taken = payouts.half_taken(plaque, hand.wager)
            return Settlement(box, "hand", taken=taken, hand=number, row="surrendered")
    return Settlement(box, "hand", hand=number, row="push")


def double_outcome(draft: Draft, box: int, number: int, amount: int) -> None:
    """Log a double of a hand whose cards are not logged."""
    hand = _hand(draft, box, number)
    plaque = draft.table.plaque
    if len(hand.added) >= plaque.doubles:
        raise Refusal("most_doubles", "", box=box, most=plaque.doubles)
    most = payouts.most_double(plaque, hand)
    if amount > most:
        raise Refusal("double_too_high", "58 Pa. Code § 673a.10", box=box, most=most)
    if amount % plaque.chip:
        raise Refusal("not_in_chips", "", amount=amount, chip=plaque.chip)
    draft.record(e.Doubled(box, number, amount or most))


def split_outcome(draft: Draft, box: int, number: int) -> None:
    """Log a split of a hand whose cards are not logged."""
    hand = _hand(draft, box, number)
    if hand.added:
        raise Refusal("no_split", "", box=box, cards="")
    most = draft.table.plaque.rules.most_hands
    if len(draft.box(box).hands) >= most:
        raise Refusal("most_hands", "", box=box, most=most)
    draft.record(e.HandSplit(box, number))


def side(draft: Draft, command: c.LogSide, now: int) -> None:
    """Log what a side bet came to.

    Raises `Refusal`: `no_match_wager`, `no_such_odds`, `insurance_too_high`, `not_in_chips`, `side_logged`,
    `box_void`.
    """
    _require_outcomes(draft)
    box = draft.box(command.box)
    if box.is_void:
        raise Refusal("box_void", "", box=command.box)
    if draft.round.settlements(command.box, command.what):
        raise Refusal("side_logged", "", box=command.box, what=command.what)
    rows = _side_rows(draft, box, command)
    if command.times not in _side_payouts(draft.table.plaque, command.what):
        raise Refusal("no_such_odds", "", box=command.box, times=command.times)
    if command.what == "insurance":
        draft.record(e.Insured(command.box, command.amount))
    draft.record(e.ChipsSettled(rows))


def _side_rows(draft: Draft, box: RoundBox, command: c.LogSide) -> tuple[Settlement, ...]:
    plaque = draft.table.plaque
    if command.what == "super":
        rule = plaque.rules.super_bonus
        bonus = max(
            (paid for least, paid in rule.tiers if box.wager.bet >= least) if rule else (),
            default=0,
        )
        if not bonus:
            raise Refusal("no_super_bonus", "58 Pa. Code § 635a.12 (c)", box=box.number)
        row = Settlement(box.number, "super", paid=bonus, hand=1)
        return (row, *payouts.envy(plaque, draft.round, box))
    kind: SettlementKind = "insurance"
    if command.what == "insurance":
        wager = command.amount
        most = payouts.most_insurance(plaque, box.wager.bet)
        if not 0 < wager <= most:
            raise Refusal("insurance_too_high", "", box=box.number, most=most)
        if wager % plaque.unit:
            raise Refusal("not_in_chips", "", amount=wager, chip=plaque.unit)
    else:
        kind = "match" if command.what == "match" else "second"
        wager = box.wager.match if command.what == "match" else box.wager.second
        if not wager:
            raise Refusal("no_match_wager", "", table=draft.table.name)
    if command.times:
        return (Settlement(box.number, kind, paid=wager * command.times, row=f"{command.times}"),)
    return (Settlement(box.number, kind, taken=wager),)


def _side_payouts(plaque: BankedPlaque, what: str) -> tuple[int, ...]:
    """Return what a side bet may pay to 1, from 0 for a lost one; the super bonus is an amount."""
    if what == "super":
        return (0,)
    if what == "insurance":
        won, wagered = plaque.rules.insurance
        return (0, won // wagered)
    return payouts.match_payouts(plaque)


def dealer_bust(draft: Draft, command: c.DealerBust, now: int) -> None:
    """Pay every hand without an outcome 1 to 1."""
    _require_outcomes(draft)
    is_any = False
    for box in reversed(draft.round.playing):
        for number, hand in enumerate(box.hands, 1):
            if not hand.end:
                _log(draft, box.number, number, hand, "win", (1, 1))
                is_any = True
    if not is_any:
        raise Refusal("all_logged", "", table=draft.table.name)


DECIDE: dict[type[msgspec.Struct], DecideOn[Any]] = {
    c.LogOutcome: outcome,
    c.LogSide: side,
    c.DealerBust: dealer_bust,
}
