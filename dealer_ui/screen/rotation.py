"""Rotations: the next game by choice, between hands."""

from dealer_ui import messages
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import Key
from poker.formatting import smart_quotes
from poker.view.model import TableView


def _between(view: TableView) -> bool:
    return bool(view.rotation and view.table.open and not view.hand.started)


def games(view: TableView) -> list[Key]:
    """Return a key for each game of the rotation; the current game is marked."""
    rotation = view.rotation
    if not rotation or not _between(view):
        return []
    return [
        key(
            messages.as_sentence(smart_quotes(game.title)),
            smart_quotes(f"Next game: {game.title}"),
            look="set" if leg == rotation.leg else "filled",
            do=send("choose_game", game=game.key),
        )
        for leg, game in enumerate(rotation.games)
    ]
