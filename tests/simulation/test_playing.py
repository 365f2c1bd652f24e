"""Hands of every game as the simulation's dealer taps them, against the engine alone: nothing is refused."""

from random import Random

import pytest

from poker import events as e
from poker.games import GAMES
from poker.timeline import fold
from simulation.playing import Habits
from tests.simulation.table import Bare, plaque

GAMES_AND_LIMITS = [
    (key, limit)
    for key, game in GAMES.items()
    for limit in (game.limits or ("split", "pot", "none"))
    if limit in ("split", "none") or game.family == "flop"
]
EAGER = Habits(explicit=0.3, faces=0.4, slips=0.03)


def chips(bare: Bare) -> int:
    """Chips on the table and with the house."""
    house = sum(
        event.rake + event.jackpot
        for batch in fold(bare.log).standing
        for event in batch.events
        if isinstance(event, e.RakeTaken)
    )
    return sum(seat.stack or 0 for seat in bare.table.seats) + house


@pytest.mark.parametrize(("key", "limit"), GAMES_AND_LIMITS)
def test_hands_of_every_game_come_to_their_end(key: str, limit: str):
    rng = Random(f"{key}/{limit}")
    for players in (2, 3, GAMES[key].seats):
        bare = Bare(plaque(key, limit), players, rng)
        for _ in range(2):
            before = sum(seat.stack or 0 for seat in bare.table.seats)
            if not bare.deal(rng, 1, EAGER):
                break
            assert chips(bare) == before
            assert bare.table.hand is None


@pytest.mark.parametrize("key", ["holdem", "stud", "omaha8", "razz"])
def test_hands_of_which_only_streets_are_followed(key: str):
    rng = Random(key)
    bare = Bare(plaque(key, "split"), GAMES[key].seats, rng, tracking="streets")
    assert bare.deal(rng, 12, EAGER) == 12
    assert bare.table.hands == 12
