"""Stud on screen: who opens and who may, the deck's forecast, the last street's plan (H-14)."""

import msgspec

from poker import stud_shortage
from poker.decide import opener as openers
from poker.decide.last_card import is_last, may_correct
from poker.refusal import Refusal
from poker.state import Hand, Table


def opener(table: Table) -> dict[str, object] | None:
    """Return the first to act or who may be; None unless a stud round is about to start or has just started.

    kind: "bring_in" or "high" (razz "low"); seat: 0 until named; could: seats that may be first; needed: those
    whose upcards would decide it; tied: [{seat, suit}] as tapped; may_tie: whether suits decide; lowest: whether
    the lowest suit is first.
    """
    hand = table.hand
    if hand is None or table.game.family != "stud" or not openers.may_name(hand):
        return None
    opening = openers.opening(table)
    suits = dict(hand.suits)
    brings_in = openers.brings_in(table)
    high = table.game.upcards == "high"
    return {
        "kind": "bring_in" if brings_in else "high" if high else "low",
        "seat": hand.opener,
        "could": list(opening.could) if opening else [],
        "needed": list(opening.needed) if opening else [],
        "rule": opening.rule if opening else "S-150",
        "tied": [{"seat": seat, "suit": suits.get(seat)} for seat in hand.tied],
        "may_tie": brings_in,
        "lowest": high,
    }


def last_card(hand: Hand | None) -> dict[str, object] | None:
    """Return how the last street was dealt, with the counts it was based on; None before it."""
    if hand is None or hand.last_card is None:
        return None
    plan = hand.last_card.plan
    before = hand.last_card.before
    data: dict[str, object] = msgspec.to_builtins(plan)
    data |= {"stub": before.stub, "burns": before.burns, "may_correct": may_correct(hand)}
    return data


def forecast(table: Table) -> dict[str, object] | None:
    """Return what the last street brings if everyone stays, and the first smaller count that changes it.

    plan: what is then done, step by step, with this many `burns`. kind "short": a deck that does not even
    reach the last street; None outside stud and on its last street.
    """
    hand = table.hand
    if hand is None or table.game.family != "stud" or hand.stage in ("deal", "showdown", "award"):
        return None
    streets = table.game.streets
    last = len(streets) - 1
    players = hand.still_in()
    if not is_last(table, last) or hand.street >= last or players < 2:
        return None
    ahead = tuple(street.each for street in streets[hand.street + 1 : last])
    held = sum(street.each for street in streets[:-1])
    try:
        forecast = stud_shortage.forecast(
            players,
            hand.ledger.stub,
            table.rules.stud_shortage,
            burns=hand.ledger.burns,
            ahead=ahead,
            held=held,
        )
    except Refusal:  # counts corrected by hand that no plan fits
        return None
    return {
        "kind": forecast.plan.kind if forecast.plan else "short",
        "players": forecast.players,
        "stub": forecast.stub,
        "pool": forecast.plan.pool if forecast.plan else forecast.stub,
        "need": forecast.plan.need if forecast.plan else 0,
        "rule": forecast.plan.rule if forecast.plan else "H-14",
        "changes_at": forecast.changes_at,
        "then": forecast.then.kind if forecast.then else "",
        "burns": hand.ledger.burns + len(ahead),
        "plan": msgspec.to_builtins(forecast.plan) if forecast.plan else None,
    }
