"""The streets of the current game. The view only names streets; their cards are data of the game."""

from collections.abc import Mapping
from typing import Any

from poker.games import GAMES
from poker.games.model import Street


def streets(view: Mapping[str, Any]) -> tuple[Street, ...]:
    """Return every street of the current game; none before a table has a plaque."""
    game = view["game"]
    return GAMES[game["key"]].streets if game else ()


def street(view: Mapping[str, Any], name: str) -> Street | None:
    """Return a street by its name; None for the showdown."""
    return next((street for street in streets(view) if street.name == name), None)
