"""Rotations: the next game by choice, between hands, where MORE has ANY AMOUNT during a hand."""

from collections.abc import Callable
from typing import Any

from dealer_ui import messages
from dealer_ui.screen.keys import Key, View, key, opens, send
from rulings.messages.formatting import smart_quotes

Place = tuple[str, str, Callable[[View], dict[str, Any] | None]]
PLACE = "Any amount"


def rotation_key(view: View, text: str) -> Place | None:
    """Return the key that replaces `text` in a rotation; None leaves it."""
    if text != PLACE or not _between(view):
        return None
    return ("Next game", "Choose the next game in the rotation", lambda view: opens("games"))


def _between(view: View) -> bool:
    return bool(view["rotation"] and view["table"]["open"] and not view["hand"]["started"])


def games(view: View) -> list[Key]:
    """Return a key for each game of the rotation, with the current one set."""
    rotation = view["rotation"]
    if not rotation or not _between(view):
        return []
    return [
        key(
            messages.as_sentence(smart_quotes(game["title"])),
            smart_quotes(f"Next game: {game['title']}"),
            look="set" if leg == rotation["leg"] else "filled",
            do=send("choose_game", game=game["key"]),
        )
        for leg, game in enumerate(rotation["games"])
    ]
