"""Laws of rulings: any irregularity in any hand, ruled as its row says, and the hand played on to its end."""

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from poker.games import GAMES
from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from tests.poker.irregular import (
    RulingDriver,
    any_house,
    play_randomly,
    play_to_end,
    rule_on_irregularity,
)
from tests.poker.situations import SITUATIONS, drivers_in
from tests.support.law_examples import example_count, sampled
from tests.support.random_tables import Room, rooms

ROWS = list(catalogue().rows.values())
OF_BOARDS = [row for row in ROWS if not row.family or "flop" in row.family]
SPECIAL = [(situation, row.key) for situation in SITUATIONS for row in OF_BOARDS]


def law_settings(examples: int) -> settings:
    """The same hands each time; `EXAMPLES=500 pytest tests/poker/test_irregular_laws.py` looks for others.

    A failing hand is long; with SHRINK in the environment it is made as short as it goes, which takes minutes.
    """
    return settings(
        max_examples=example_count(examples),
        derandomize="EXAMPLES" not in os.environ,
        deadline=None,
        phases=list(Phase) if "SHRINK" in os.environ else [Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def rooms_for_row(row: Irregularity) -> st.SearchStrategy[Room]:
    """Return tables where the row can happen."""
    games = [
        game
        for game in GAMES.values()
        if (not row.family or game.family in row.family)
        and (not row.games or game.key in row.games)
        and game.key not in row.not_games
    ]
    return rooms(games=games, house=any_house())


@pytest.mark.parametrize("key", [row.key for row in sampled(ROWS, 8)])
@law_settings(5)
@given(data=st.data())
def test_hand_continues_after_a_ruling(key: str, data: st.DataObject):
    """One irregularity, at a moment when it can happen."""
    row = catalogue().rows[key]
    room = data.draw(rooms_for_row(row))
    driver = RulingDriver(
        room, counts_chips=all(seat.stack is not None for seat in room.table.seats if seat.taken)
    )
    for _ in range(12):
        if rule_on_irregularity(data, driver, [row]):
            play_to_end(data, driver)
            return
        play_randomly(data, driver, 8)


@pytest.mark.parametrize(("situation", "key"), sampled(SPECIAL, 9))
@law_settings(5)
@given(data=st.data())
def test_hand_continues_after_a_ruling_in_a_special_pot(
    situation: str, key: str, data: st.DataObject
):
    """A row in a bomb pot, on two boards, with runs agreed or at a discard: it holds there, or is not offered."""
    driver = data.draw(drivers_in(situation))
    for _ in range(4):
        if rule_on_irregularity(data, driver, [catalogue().rows[key]]):
            play_to_end(data, driver)
            return
        play_randomly(data, driver, 4)


@law_settings(50)
@given(data=st.data(), room=rooms(house=any_house()))
def test_hands_with_several_irregularities_end(data: st.DataObject, room: Room):
    """Several of any kind, with what earlier rulings left to do."""
    driver = RulingDriver(
        room, counts_chips=all(seat.stack is not None for seat in room.table.seats if seat.taken)
    )
    for _ in range(data.draw(st.integers(1, 5))):
        play_randomly(data, driver, 10)
        rule_on_irregularity(data, driver, ROWS)
    play_to_end(data, driver)
