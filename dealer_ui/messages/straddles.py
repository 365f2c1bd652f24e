"""Texts of straddles: the question on the felt, the next step, the caption."""

from collections.abc import Sequence

from poker.formatting import as_sentence, money, seats_said
from poker.view.model import StraddleOfferView, StraddleView

TITLE = "Straddle before the first card?"
IN_TURN = "One more straddle?"
INSTEAD = "Does the button straddle instead?"
NO_TAP = "No tap: no straddle."
NO_TAP_MORE = "No tap: no other straddle."
NO_TAP_STAYS = "No tap: it stays."
BUTTON_FIRST = "If both want it, the button goes first."
BUTTON_TAKES = "The button may still take it."
ANY_SEAT = "Another seat: tap its row."
NOT_IN_RANGE = "This table's straddle can't be that much."
NONE_YET = "No straddle has been posted at this table yet."
MANY = 4  # seats that the caption does not name
KINDS = {
    "under_the_gun": "Straddle",
    "button": "Button straddle",
    "any_seat": "Straddle",
    "sleeper": "Sleeper",
}


def title(offers: Sequence[StraddleOfferView], posted: Sequence[StraddleView]) -> str:
    """Return the question on the felt."""
    if not posted:
        return TITLE
    return INSTEAD if all(offer.replaces for offer in offers) else IN_TURN


def felt_lines(
    offers: Sequence[StraddleOfferView], named: Sequence[StraddleView], *, by_row: bool
) -> list[str]:
    """Return the lines below the keys: who has priority, and what no tap means."""
    lines = []
    if offers and all(offer.replaces for offer in offers):
        return [NO_TAP_STAYS]
    if any(offer.replaces for offer in offers):
        lines.append(BUTTON_TAKES)
    elif len(offers) > 1 and any(offer.kind == "button" for offer in offers):
        lines.append(BUTTON_FIRST)
    no_tap = NO_TAP_MORE if named else NO_TAP
    lines.append(f"{ANY_SEAT} {no_tap}" if by_row else no_tap)
    return lines


def key_name(offer: StraddleOfferView) -> str:
    """Return the name of the key for a screen reader."""
    return f"{KINDS[offer.kind]} by seat {offer.seat}"


def said(straddles: Sequence[StraddleView]) -> str:
    """Return what the dealer announces: "Button straddle $6: say it aloud.", "Straddles $6, $12: say them aloud."."""
    aloud = "say it aloud" if len(straddles) == 1 else "say them aloud"
    return f"{amounts(straddles)}: {aloud}."


def amounts(straddles: Sequence[StraddleView]) -> str:
    """Return the straddles alone: "Button straddle $6", "Straddles $6, $12"."""
    if len(straddles) == 1:
        return f"{KINDS[straddles[0].kind]} {money(straddles[0].amount)}"
    return f"Straddles {', '.join(money(item.amount) for item in straddles)}"


def order_text(acts: Sequence[int]) -> str:
    """Return who acts first and last before the flop; "" if no one is to act."""
    if len(acts) < 2:
        return ""
    return f"Seat {acts[0]} acts first, seat {acts[-1]} last."


def caption(offers: Sequence[StraddleOfferView]) -> str:
    """Return the note beside the count row: "Straddle: seat 9, or button 6"; by number if there are many."""
    seats = [offer.seat for offer in offers if offer.kind != "button"]
    button = [f"button {offer.seat}" for offer in offers if offer.kind == "button"]
    others = [seats_said(seats) if len(seats) < MANY else "any seat"] if seats else []
    return as_sentence("straddle: " + ", or ".join([*others, *button]))
