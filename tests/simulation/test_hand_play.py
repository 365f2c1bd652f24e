"""Hands of every game as the simulation's dealer taps them, against the engine alone: nothing is refused."""

from random import Random

import pytest
from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.games import GAMES
from poker.timeline import build_timeline
from poker.view import view
from tests.simulation.table import Bare, plaque
from tools.simulation.hand_play import DealerHabits, Dealing, TapRequest, View
from tools.simulation.player_style import random_style

GAMES_AND_LIMITS = [
    (key, limit)
    for key, game in GAMES.items()
    for limit in (game.limits or ("split", "pot", "none"))
    if limit in ("split", "none") or game.family == "flop"
]
EAGER = DealerHabits(explicit=0.3, faces=0.4, slips=0.03)


def chips(bare: Bare) -> int:
    """Chips on the table and with the house."""
    house = sum(
        event.rake + event.jackpot
        for batch in build_timeline(bare.log).standing
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


class Busy(Bare):
    """A table at which somebody sits down right after an act, as long as there are chairs."""

    sat: tuple[int, ...] = ()

    def _look(self, tap: TapRequest) -> View:
        seen = super()._look(tap)
        free = next((seat.number for seat in self.table.seats if not seat.taken), 0)
        if tap.name == "act" and free:
            self.do(c.SeatPlayer(free, f"p{free}", f"N{free}", 20_000))
            self.sat += (free,)
        return seen


def test_undo_is_not_tapped_once_it_names_what_somebody_else_did():
    """Else whoever sat down would be gone, and the act that still stands would be refused as made twice."""
    rng = Random("busy")
    bare = Busy(plaque("holdem", "none"), 3, rng)
    assert bare.deal(rng, 4, DealerHabits(explicit=1, slips=1)) == 4
    assert bare.sat == (4, 5, 6, 7, 8, 9, 10)
    assert [bare.table.seats[seat - 1].player for seat in bare.sat] == [f"p{n}" for n in bare.sat]
    events = [event for batch in bare.log for event in batch.events]
    assert {event.done.name for event in events if isinstance(event, e.Undone)} > {"act"}


class Low(Random):
    """A chance of one in ten always falls."""

    def random(self) -> float:
        return 0.05


def test_a_straddle_is_put_up_by_whoever_may_when_it_is_tapped():
    """The one who might have is gone a second later."""
    bare = Bare(replace(plaque("holdem", "none"), straddle=True), 6, Random("straddle"))
    seen = view(bare.table)
    taps = Dealing(Low(), lambda _: random_style(Random(1)), DealerHabits(slips=0)).hand(seen)
    assert next(taps) == TapRequest(seconds=1)
    first = seen["may_straddle"]
    assert isinstance(first, int)
    bare.do(c.LeaveSeat(first))
    now = view(bare.table)
    assert now["may_straddle"] not in (0, first)
    assert taps.send(now) == TapRequest("straddle", {"seat": now["may_straddle"]})
