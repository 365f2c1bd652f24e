"""Rotations: the next game by choice, between hands, where MORE has ANY AMOUNT during one."""

from collections.abc import Callable
from typing import Any

from dealer_ui import words
from dealer_ui.screen.keys import Key, View, key, opens, send
from rulings.wording.sayings import typeset

Place = tuple[str, str, Callable[[View], dict[str, Any] | None]]
PLACE = "Any amount"


def of_rotation(view: View, text: str) -> Place | None:
    """The key that stands where `text` does in other games; None leaves that one."""
    if text != PLACE or not _between(view):
        return None
    return ("Next game", "Choose the next game of the rotation", lambda view: opens("games"))


def _between(view: View) -> bool:
    return bool(view["rotation"] and view["table"]["open"] and not view["hand"]["started"])


def games(view: View) -> list[Key]:
    """A key for each game of the rotation, the one dealt now as set."""
    rotation = view["rotation"]
    if not rotation or not _between(view):
        return []
    return [
        key(
            words.sentence(typeset(game["title"])),
            typeset(f"Next game: {game['title']}"),
            look="set" if leg == rotation["leg"] else "filled",
            do=send("choose_game", game=game["key"]),
        )
        for leg, game in enumerate(rotation["games"])
    ]
