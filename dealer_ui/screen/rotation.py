"""Rotations: the next game by choice, between hands."""

from dealer_ui import messages
from dealer_ui.screen.keys import Key, View, key, send
from poker.formatting import smart_quotes


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
