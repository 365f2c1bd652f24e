"""What a screen shows of stud: who opens and who may, the deck's forecast, the last street's plan (H-14)."""

import msgspec

from poker import shortage
from poker.decide import opener as openers
from poker.decide.last_card import is_last, may_correct
from poker.refusal import Refusal
from poker.state import Hand, Table


def opener(table: Table) -> dict[str, object] | None:
    """The first to act, or who may be: None where no round of stud is about to begin or has just begun.

    kind: "bring_in" or "high" (razz "low"); seat: 0 until named; could: seats that may be; needed: those whose
    upcards would say it; tied: [{seat, suit}] as tapped; may_tie: whether suits decide; lowest: whether the lowest
    suit is first.
    """
    hand = table.hand
    if hand is None or table.game.family != "stud" or not openers.may_name(hand):
        return None
    found = openers.opening(table)
    suits = dict(hand.suits)
    brings_in = openers.brings_in(table)
    high = table.game.upcards == "high"
    return {
        "kind": "bring_in" if brings_in else "high" if high else "low",
        "seat": hand.opener,
        "could": list(found.could) if found else [],
        "needed": list(found.needed) if found else [],
        "rule": found.rule if found else "S-150",
        "tied": [{"seat": seat, "suit": suits.get(seat)} for seat in hand.tied],
        "may_tie": brings_in,
        "lowest": high,
    }


def last_card(hand: Hand | None) -> dict[str, object] | None:
    """How the last street was dealt, with the counts that it was made from; None before it."""
    if hand is None or hand.last_card is None:
        return None
    plan = hand.last_card.plan
    before = hand.last_card.before
    told: dict[str, object] = msgspec.to_builtins(plan)
    told |= {"stub": before.stub, "burns": before.burns, "may_correct": may_correct(hand)}
    return told


def forecast(table: Table) -> dict[str, object] | None:
    """What the last street will bring if everybody stays, and the first smaller count that changes it.

    plan: what will then be done, step by step, with so many `burns`. kind "short" is a deck that does not even
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
        told = shortage.forecast(
            players,
            hand.ledger.stub,
            table.rules.stud_shortage,
            burns=hand.ledger.burns,
            ahead=ahead,
            held=held,
        )
    except Refusal:  # counts as corrected by hand that no plan fits
        return None
    return {
        "kind": told.plan.kind if told.plan else "short",
        "players": told.players,
        "stub": told.stub,
        "pool": told.plan.pool if told.plan else told.stub,
        "need": told.plan.need if told.plan else 0,
        "rule": told.plan.rule if told.plan else "H-14",
        "changes_at": told.changes_at,
        "then": told.then.kind if told.then else "",
        "burns": hand.ledger.burns + len(ahead),
        "plan": msgspec.to_builtins(told.plan) if told.plan else None,
    }
