"""The games that can be dealt, by key."""

from poker.games.flop import HOLDEM, OMAHA
from poker.games.model import Game, Street
from poker.refusal import Refusal

MOST_SEATS = 10  # chairs of a table, whatever is dealt at it (S-023, H-13)

GAMES: dict[str, Game] = {game.key: game for game in (HOLDEM, OMAHA)}


def check_seats(game: Game, players: int) -> None:
    """Refuses more players than the game seats (S-023, H-13)."""
    if players > game.seats:
        raise Refusal("too_many_seats", "S-023", seats=players, most=game.seats)


__all__ = ["GAMES", "MOST_SEATS", "Game", "Street", "check_seats"]
