"""The streets of the current game. The view only names streets; their cards are data of the game."""

from poker.games import GAMES
from poker.games.model import Street
from poker.view.model import TableView


def streets(view: TableView) -> tuple[Street, ...]:
    """Return every street of the current game; empty before a table has a plaque."""
    game = view.game
    return GAMES[game.key].streets if game else ()


def draws_first(view: TableView, name: str) -> bool:
    """Return whether a street of the board begins with a draw, which is still to come."""
    coming = street(view, name)
    is_drawn = view.hand.street == name
    return bool(coming and coming.draw and coming.board and not is_drawn)


def street(view: TableView, name: str) -> Street | None:
    """Return a street by its name; None for the showdown."""
    return next((street for street in streets(view) if street.name == name), None)
