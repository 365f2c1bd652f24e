"""The games that can be dealt, by key: every file beside this one that names some in `GAMES`."""

import pkgutil
from importlib import import_module

from poker.games.model import Game, Street
from poker.refusal import Refusal

MOST_SEATS = 10  # chairs of a table, whatever is dealt at it (S-023, H-13)


def _found() -> dict[str, Game]:
    """The entries of all files, in the order of the files' names; a new game needs no other place."""
    games: dict[str, Game] = {}
    for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
        for game in getattr(import_module(f"{__name__}.{module}"), "GAMES", ()):
            if game.key in games:
                raise ValueError(f"two games have the key {game.key}")
            games[game.key] = game
    return games


GAMES: dict[str, Game] = _found()


def check_seats(game: Game, players: int) -> None:
    """Refuses more players than the game seats (S-020 to S-023, H-13)."""
    if players > game.seats:
        raise Refusal("too_many_seats", SEATS.get(game.key, "H-13"), seats=players, most=game.seats)


# What says how many play a game; the others are H-13.
SEATS = {
    "holdem": "S-023",
    "stud": "S-020",
    "badugi": "S-021",
    "deuce7_triple": "S-022",
    "deuce7_single": "S-022",
}

__all__ = ["GAMES", "MOST_SEATS", "Game", "Street", "check_seats"]
