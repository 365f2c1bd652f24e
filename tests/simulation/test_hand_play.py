"""Hands of every game as the simulation's dealer taps them, against the engine alone: nothing is refused."""

from random import Random

import pytest
from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.games import GAMES
from poker.timeline import build_timeline
from poker.view import view
from school.hands.play import DealerHabits, Dealing, TapRequest, View
from school.hands.player_style import random_style
from tests.support.hand_table import HandTable, make_plaque

GAMES_AND_LIMITS = [
    (key, limit)
    for key, game in GAMES.items()
    for limit in (game.limits or ("split", "pot", "none"))
    if limit in ("split", "none") or game.family == "flop"
]
EAGER = DealerHabits(explicit=0.3, faces=0.4, slips=0.03)


def total_chips(hand_table: HandTable) -> int:
    """Return the chips on the table and with the house."""
    house = sum(
        event.rake + event.jackpot
        for batch in build_timeline(hand_table.log).standing
        for event in batch.events
        if isinstance(event, e.RakeTaken)
    )
    return sum(seat.stack or 0 for seat in hand_table.table.seats) + house


@pytest.mark.parametrize(("key", "limit"), GAMES_AND_LIMITS)
def test_hands_of_every_game_end_with_all_chips(key: str, limit: str):
    rng = Random(f"{key}/{limit}")
    for players in (2, 3, GAMES[key].seats):
        hand_table = HandTable(make_plaque(key, limit), players, rng)
        for _ in range(2):
            before = sum(seat.stack or 0 for seat in hand_table.table.seats)
            if not hand_table.deal_hands(rng, 1, EAGER):
                break
            assert total_chips(hand_table) == before
            assert hand_table.table.hand is None


@pytest.mark.parametrize("key", ["holdem", "stud", "omaha8", "razz"])
def test_hands_tracked_by_streets_end(key: str):
    rng = Random(key)
    hand_table = HandTable(make_plaque(key, "split"), GAMES[key].seats, rng, tracking="streets")
    assert hand_table.deal_hands(rng, 12, EAGER) == 12
    assert hand_table.table.hands == 12


class BusyTable(HandTable):
    """A table where a player sits down right after an act, as long as seats are open."""

    sat: tuple[int, ...] = ()

    def _get_view(self, tap: TapRequest) -> View:
        seen = super()._get_view(tap)
        free = next((seat.number for seat in self.table.seats if not seat.taken), 0)
        if tap.name == "act" and free:
            self.execute(c.SeatPlayer(free, f"p{free}", f"N{free}", 20_000))
            self.sat += (free,)
        return seen


def test_undo_is_not_tapped_after_another_command():
    """Otherwise the seated player would be removed, and the remaining act would be refused as a duplicate."""
    rng = Random("busy")
    hand_table = BusyTable(make_plaque("holdem", "none"), 3, rng)
    assert hand_table.deal_hands(rng, 4, DealerHabits(explicit=1, slips=1)) == 4
    assert hand_table.sat == (4, 5, 6, 7, 8, 9, 10)
    assert [hand_table.table.seats[seat - 1].player for seat in hand_table.sat] == [
        f"p{n}" for n in hand_table.sat
    ]
    events = [event for batch in hand_table.log for event in batch.events]
    assert {event.done.name for event in events if isinstance(event, e.Undone)} > {"act"}


class LowRandom(Random):
    """A random source for which a chance of one in ten always comes true."""

    def random(self) -> float:
        return 0.05


def test_straddle_is_posted_by_the_next_player_after_a_departure():
    """The player who could straddle has left a second later."""
    hand_table = HandTable(
        replace(make_plaque("holdem", "none"), straddle=True), 6, Random("straddle")
    )
    seen = view(hand_table.table)
    taps = Dealing(LowRandom(), lambda _: random_style(Random(1)), DealerHabits(slips=0)).hand(seen)
    assert next(taps) == TapRequest(seconds=1)
    first = seen.may_straddle
    assert isinstance(first, int)
    hand_table.execute(c.LeaveSeat(first))
    now = view(hand_table.table)
    assert now.may_straddle not in (0, first)
    assert taps.send(now) == TapRequest("straddle", {"seat": now.may_straddle})
