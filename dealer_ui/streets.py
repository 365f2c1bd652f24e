"""What a street deals, from the game's own entry: the view names streets, their cards are data of the game."""

from collections.abc import Mapping
from typing import Any

from poker.games import GAMES
from poker.games.model import Street


def streets(view: Mapping[str, Any]) -> tuple[Street, ...]:
    """Every street of the game that is dealt now; none before a table has a plaque."""
    game = view["game"]
    return GAMES[game["key"]].streets if game else ()


def street(view: Mapping[str, Any], name: str) -> Street | None:
    """One street by its name; None for the showdown."""
    return next((one for one in streets(view) if one.name == name), None)
