"""The games that can be dealt, by key."""

from poker.games.flop import HOLDEM, OMAHA
from poker.games.model import Game, Street

GAMES: dict[str, Game] = {game.key: game for game in (HOLDEM, OMAHA)}

__all__ = ["GAMES", "Game", "Street"]
