"""MORE at a stud table: unused keys are replaced by upcards, the deck, the opener and a bought card."""

from collections.abc import Callable
from typing import Any

from dealer_ui.screen.keys import View, opens
from dealer_ui.screen.shortage import counts
from dealer_ui.screen.stud import is_stud, may_name

Place = tuple[str, str, Callable[[View], dict[str, Any] | None]]


def stud_key(view: View, text: str) -> Place | None:
    """Return the key that replaces `text` in stud; None leaves it."""
    if not is_stud(view) or (text == "Any amount" and not view["game"]["bought"]):
        return None
    return _KEYS.get(text)


def _upcards(view: View) -> dict[str, Any] | None:
    up = view["table"]["open"] and any(seat["up"] for seat in view["seats"]) and not view["award"]
    return opens("picker", of="up") if up else None


def _deck(view: View) -> dict[str, Any] | None:
    return opens("counts") if counts(view) else None


def _first(view: View) -> dict[str, Any] | None:
    able = any(may_name(view, seat["seat"]) for seat in view["seats"])
    return opens("arm", of="first") if able and view["hand"]["started"] else None


def _buy(view: View) -> dict[str, Any] | None:
    return opens("arm", of="buy") if any(seat["can_buy"] for seat in view["seats"]) else None


# No blinds, so no straddle, short post or button; any amount is for pot limit only.
_KEYS: dict[str, Place] = {
    "Straddle": ("Upcards", "Enter upcards, seat by seat", _upcards),
    "Short post": ("Deck count", "Correct stub, burns and players", _deck),
    "Draw button": ("Who is first", "Name who acts first, then tap the seat", _first),
    "Any amount": ("Buy card", "Buys a card, then tap the seat", _buy),
}
