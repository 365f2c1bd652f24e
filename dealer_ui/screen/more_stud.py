"""MORE at a stud table: keys without a use there give their places to upcards, the deck, the opener, a card bought."""

from collections.abc import Callable
from typing import Any

from dealer_ui.screen.keys import View, opens
from dealer_ui.screen.shortage import counts
from dealer_ui.screen.stud import is_stud, may_name

Place = tuple[str, str, Callable[[View], dict[str, Any] | None]]


def of_stud(view: View, text: str) -> Place | None:
    """The key that stands where `text` does in other games; None leaves that one."""
    if not is_stud(view) or (text == "Any amount" and not view["game"]["bought"]):
        return None
    return _PLACES.get(text)


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


# No blinds, so no straddle and no short post; no button; any amount is for pot limit.
_PLACES: dict[str, Place] = {
    "Straddle": ("Upcards", "Enter upcards, seat by seat", _upcards),
    "Short post": ("Deck count", "Correct stub, burns and players as they lie", _deck),
    "Draw button": ("Who is first", "Name who acts first, then tap the seat", _first),
    "Any amount": ("Buy card", "A card is bought, then tap the seat", _buy),
}
