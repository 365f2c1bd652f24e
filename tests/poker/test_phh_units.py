"""Odd chips of a recorded hand are whole units of its file (H-10, TDA R20), as pokerkit has them."""

import random
import warnings
from typing import Any

import pytest
from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    HandHistory,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from poker.phh.read import load
from poker.phh.replay import finishing, replay
from tests.support.law_examples import example_count

AUTOMATIC = tuple(
    automation
    for automation in Automation
    if automation is not Automation.HOLE_CARDS_SHOWING_OR_MUCKING
)
GAMES = {
    "no limit hold'em": NoLimitTexasHoldem(AUTOMATIC, True, 1, (1, 2), 2),
    "fixed limit hold'em": FixedLimitTexasHoldem(AUTOMATIC, True, 1, (1, 2), 2, 4),
    "pot limit Omaha": PotLimitOmahaHoldem(AUTOMATIC, True, 1, (1, 2), 2),
    "Omaha eight-or-better": FixedLimitOmahaHoldemHighLowSplitEightOrBetter(
        AUTOMATIC, True, 1, (1, 2), 2, 4
    ),
}
# Three players put in, the third folds on the flop; the two others play the board.
SPLIT = """
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [SMALL, BIG, 0]
min_bet = BIG
starting_stacks = [STACK, STACK, STACK]
actions = ["d dh p1 2c3d", "d dh p2 2h3s", "d dh p3 4c4d", "p3 cbr BET", "p1 cbr BET", "p1 cc", "p2 cc",
  "d db AsKsQs", "p1 cc", "p2 cc", "p3 f", "d db Js", "p1 cc", "p2 cc", "d db Ts", "p1 cc", "p2 cc",
  "p1 sm 2c3d", "p2 sm 2h3s"]
"""


def split(small: str, big: str, bet: str, stack: str) -> tuple[float, ...]:
    """The stacks, in the unit of the file, after a pot of three bets that two players share."""
    text = SPLIT.replace('"p1 cbr BET", ', "")
    for name, amount in (("SMALL", small), ("BIG", big), ("BET", bet), ("STACK", stack)):
        text = text.replace(name, amount)
    recording = load(text)
    *_, last = replay(recording)
    return tuple(amount / 100 for amount in finishing(recording, last.table))


@pytest.mark.parametrize(
    ("small", "big", "bet", "stack", "first", "second"),
    [
        ("1", "2", "5", "100", 103, 102),  # a pot of 15: 8 left of the button, 7
        ("1.0", "2.00", "5.0", "100", 103, 102),  # whole amounts, however they are written
        ("1", "2", "5", "100.5", 103.0, 103.0),  # a half is in play: 7.5 each
        ("0.5", "1", "2.5", "50", 51.3, 51.2),  # tenths: 7.5 is 3.8 and 3.7
        ("0.25", "0.50", "1.25", "20", 20.63, 20.62),  # cents: 3.75 is 1.88 and 1.87
        ("1", "2", "5.25", "100", 102.63, 102.62),  # only a bet has cents
    ],
)
def test_odd_chip_is_the_smallest_unit_in_the_file(
    small: str, big: str, bet: str, stack: str, first: float, second: float
):
    assert split(small, big, bet, stack)[:2] == (first, second)


def test_odd_chip_is_the_smallest_chip_listed_in_the_file():
    """A hand dealt here has its chips in `_chips`: a pot of 15 in chips of 5 is 10 and 5."""
    text = SPLIT.replace('"p1 cbr BET", ', "").replace("SMALL", "5").replace("BIG", "5")
    recording = load(text.replace("BET", "15").replace("STACK", "100") + "_chips = [5]\n")
    *_, last = replay(recording)
    assert finishing(recording, last.table) == (11000, 10500, 8500)


def dealt(game: Any, seed: int) -> str:
    """A hand of equal stacks with one pot, played by pokerkit; few fold, so that many pots are shared."""
    random.seed(seed)  # pokerkit shuffles with the module's own generator
    chance = random.Random(seed)
    players = 3 + seed % 5
    state = game([60] * players, players)
    while state.status:
        if state.can_complete_bet_or_raise_to() and chance.random() < 0.15:
            state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
        elif state.can_fold() and chance.random() < 0.12:
            state.fold()
        elif state.can_check_or_call():
            state.check_or_call()
        else:
            state.show_or_muck_hole_cards(True)
    text: str = HandHistory.from_game_state(
        game, state, finishing_stacks=list(state.stacks)
    ).dumps()
    return text


@pytest.mark.parametrize("name", GAMES)
def test_final_stacks_match_pokerkit(name: str):
    differ = []
    shared = 0
    for seed in range(example_count(300)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            recording = load(dealt(GAMES[name], seed))
        *_, last = replay(recording)
        shared += (
            sum(after > 60 * 100 for after in recording.finishing or ()) > 1
        )  # more than one won
        if finishing(recording, last.table) != recording.finishing:
            differ.append(seed)
    assert differ == []
    assert shared
