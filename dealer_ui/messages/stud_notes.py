"""Notes of stud next to the step: the cards of a street, why a seat is first, whether there are enough cards, and what
UNDO takes back.
"""

from dealer_ui.streets import street
from poker.formatting import money, number_word
from poker.state import UndoLabel
from poker.view.model import ForecastView, LastCardView, OpenerView, TableView, present

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}  # highest first (S-146)


def bring_in_word(view: TableView) -> str:
    """Return which upcard brings in: the low one; in razz the high one (S-145, S-159)."""
    return "low" if present(view.opener).lowest else "high"


def dealt(view: TableView, name: str, each: str = "") -> str:
    """Return the cards of a street, such as "two down, one up", "one up to each", "two down, each rolls one up"."""
    cards = street(view, name)
    if cards is None:
        return "one to each"
    if cards.roll:
        return f"{number_word(cards.each)} down{each}, each rolls {number_word(cards.up)} up"
    parts = [(cards.hole, "down"), (cards.up, "up")]
    return ", ".join(f"{number_word(n)} {way}" for n, way in parts if n) + each


KINDS = {
    "shuffle": "shuffle in the burns",
    "two_passes": "deal, then add the burns",
    "common": "common card",
    "normal": "stub is enough",
    "short": "deck runs out first",
}


def forecast(view: ForecastView, last: str) -> str:
    """Return the forecast, such as "If 8 see seventh: a common card. If only 6 go on: the burns are shuffled in."."""
    now = f"If {view.players} stay to {last}: {KINDS[view.kind]}."
    if not view.changes_at:
        return now
    return f"{now} If only {view.changes_at}: {KINDS[view.then]}."


def shortage_title(plan: LastCardView, stub: int) -> str:
    """Return "Not enough cards: 4 for 8", or the remedy if the burns suffice."""
    if plan.kind == "common":
        few = plan.pool < plan.players
        lack = f"for {plan.players}" if few else f"of {plan.need}"
        return f"Not enough cards: {plan.pool} {lack}"
    if plan.kind == "two_passes":
        return f"Stub {stub} for {plan.players}: then burns"
    return f"Stub {stub} for {plan.players}: add the burns"


def first_note(plan: LastCardView, opener: int, *, dealt: bool) -> str:
    """Return who opens after the last card, and why, such as "5 first, as on sixth". It fits between seats 4 and 5."""
    why = {"sixth": "as on sixth", "with_common": "common counts", "upcards": "by upcards"}
    if not plan.betting:
        return "no betting"
    if not dealt:
        return f"first: {why[plan.first]}"
    return f"{opener} first, {why[plan.first]}" if opener else "Who's first? Tap BET"


def mix(loose: int, burns: int, *, short: bool) -> str:
    """Return the stub and burns to mix, such as "Scramble 1 + 3"."""
    return f"{'Wash' if short else 'Scramble'} {loose} + {burns}"


def deals(cards: int, players: int) -> str:
    """Return what to deal, such as "One to each" or "Deal 5"."""
    return "One to each" if cards == players else f"Deal {cards}"


def antes(count: int, ante: int, posted: int) -> str:
    """Return the antes, such as "8 antes of $2"; with a short stack the actual total, "antes $15.50"."""
    if not ante or not count:
        return ""
    return f"{count} antes of {money(ante)}" if posted == count * ante else f"antes {money(posted)}"


REASONS = {
    "S-145": "lowest card",
    "S-146": "lowest suit",
    "S-148": "no bring-in, ties by position",
    "S-150": "",
    "S-151": "equal hands, highest suit",
    "S-156": "with the common card",
    "S-159": "highest card, ties by highest suit",
    "H-12b": "equal hands, by position",
}


def opener_rule(view: OpenerView) -> tuple[str, str]:
    """Return the rule for who is first, with a short reason. Tapped suits have their own rule (S-146)."""
    if len(view.tied) > 1 and view.lowest:
        return "S-146", REASONS["S-146"]
    if view.rule == "S-150":
        return "S-150", f"{view.kind} hand showing"
    return view.rule, REASONS.get(view.rule, "")


UNDO = {
    "tie": "Seat {seat} tied",
    "show_up": "Seat {seat} upcards",
    "show_street": "Upcards of {count} seats",
    "buy_card": "Seat {seat} buys a card",
    "decline_card": "Seat {seat} takes no card",
    "correct_counts": "Deck count",
}


def undo(view: UndoLabel, opener: OpenerView | None) -> str:
    """Return what UNDO takes back of a round's opening; "" for anything else."""
    name = view.name
    seat = view.seat
    if name == "opener":
        brings = opener is not None and opener.kind == "bring_in"
        return f"Seat {seat} brings it in" if brings else f"Seat {seat} first"
    if name == "suit":
        return f"Seat {seat} {SUITS[view.what]}"
    return UNDO.get(name, "").format(seat=seat, count=view.count)
