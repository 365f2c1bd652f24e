"""Stud on screen: who opens or may open, the forecast of the deck, and the last street's plan (H-14)."""

from poker import stud_shortage
from poker.decide import opener as openers
from poker.decide.last_card import is_last, may_correct
from poker.refusal import Refusal
from poker.state import Hand, Table
from poker.view.model import ForecastView, LastCardView, OpenerView, TiedView, last_card_view


def opener(table: Table) -> OpenerView | None:
    """Return the first to act, or the candidates; None unless a stud round is about to start or has just started."""
    hand = table.hand
    if hand is None or table.game.family != "stud" or not openers.may_name(hand):
        return None
    opening = openers.opening(table)
    suits = dict(hand.suits)
    brings_in = openers.brings_in(table)
    high = table.game.upcards == "high"
    return OpenerView(
        kind="bring_in" if brings_in else "high" if high else "low",
        seat=hand.opener,
        could=list(opening.could) if opening else [],
        needed=list(opening.needed) if opening else [],
        rule=opening.rule if opening else "S-150",
        tied=[TiedView(seat, suits.get(seat)) for seat in hand.tied],
        may_tie=brings_in,
        lowest=high,
        likely=openers.likely(table),
    )


def last_card(hand: Hand | None) -> LastCardView | None:
    """Return how the last street was dealt, with the counts it was based on; None before it."""
    if hand is None or hand.last_card is None:
        return None
    before = hand.last_card.before
    plan = hand.last_card.plan
    return last_card_view(plan, stub=before.stub, burns=before.burns, may_correct=may_correct(hand))


def forecast(table: Table) -> ForecastView | None:
    """Return the outlook for the last street if everyone stays; None outside stud and on its last street."""
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
    return ForecastView(
        kind=forecast.plan.kind if forecast.plan else "short",
        players=forecast.players,
        stub=forecast.stub,
        pool=forecast.plan.pool if forecast.plan else forecast.stub,
        need=forecast.plan.need if forecast.plan else 0,
        rule=forecast.plan.rule if forecast.plan else "H-14",
        changes_at=forecast.changes_at,
        then=forecast.then.kind if forecast.then else "",
        burns=hand.ledger.burns + len(ahead),
        plan=forecast.plan,
    )
