"""All games by key, collected from the `GAMES` of every file in this package."""

import pkgutil
from importlib import import_module

from poker.games.model import Game, Street
from poker.refusal import Refusal

MOST_SEATS = 10  # seats of a table, whichever game is dealt (S-023, H-13)


def _collected() -> dict[str, Game]:
    """Return the games of all files, in the order of the file names; a new file needs no registration."""
    games: dict[str, Game] = {}
    for module in sorted(module_info.name for module_info in pkgutil.iter_modules(__path__)):
        for game in getattr(import_module(f"{__name__}.{module}"), "GAMES", ()):
            if game.key in games:
                raise ValueError(f"two games have the key {game.key}")
            games[game.key] = game
    return games


GAMES: dict[str, Game] = _collected()


def check_seat_count(seats: int) -> None:
    """Raise `Refusal`: `seat_count` unless a table can have this many seats."""
    if not 2 <= seats <= MOST_SEATS:
        raise Refusal("seat_count", "H-13", seats=seats, most=MOST_SEATS)


def check_seats(game: Game, players: int) -> None:
    """Raise `Refusal` for more players than the game seats (S-020 to S-023, H-13)."""
    if players > game.seats:
        raise Refusal("too_many_seats", SEATS.get(game.key, "H-13"), seats=players, most=game.seats)


# Rules that set a game's number of players; house choice H-13 sets the numbers for all other games.
SEATS = {
    "holdem": "S-023",
    "stud": "S-020",
    "badugi": "S-021",
    "deuce7_triple": "S-022",
    "deuce7_single": "S-022",
}

__all__ = ["GAMES", "MOST_SEATS", "Game", "Street", "check_seat_count", "check_seats"]
