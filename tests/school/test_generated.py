"""Generated hands: the same for a seed, in every game, and they end."""

import msgspec
import pytest

from dealer_ui.school.model import Exercise
from poker.games import GAMES
from poker.rules import HouseRules
from school.lesson_files import Generated, WrittenExercise
from school.prepare import prepare_exercise
from tests.school.lesson_players import EXERCISES

GENERATED = {
    str(one.stakes["game"]): one
    for one in EXERCISES
    if one.generate and not one.id.startswith("ride")
}


def dealt(written: WrittenExercise, seed: int, hands: int = 2) -> bytes:
    """Return the steps of hands from a seed."""
    written = msgspec.structs.replace(written, generate=Generated(hands, seed))
    exercise = prepare_exercise(written, HouseRules())
    assert exercise.hands == hands
    return msgspec.json.encode(exercise.steps)


def test_every_game_that_the_engine_deals_has_generated_hands() -> None:
    assert set(GENERATED) == set(GAMES)


@pytest.mark.parametrize("game", GENERATED)
def test_hands_are_the_same_for_a_seed_and_others_for_another(game: str) -> None:
    written = GENERATED[game]
    assert dealt(written, 7) == dealt(written, 7)
    assert dealt(written, 7) != dealt(written, 8)


def test_hands_follow_the_rules_of_the_house() -> None:
    """Without a bring-in the high card starts, and no one completes."""
    without = prepare_exercise(GENERATED["stud"], HouseRules(stud_opener="high_card"))
    with_it = prepare_exercise(GENERATED["stud"], HouseRules())
    assert openers(without)[0] != openers(with_it)[0]


def openers(exercise: Exercise) -> list[object]:
    """Return the seats that open, street by street."""
    moves = [step.do[0] for step in exercise.steps]
    return [move.args["seat"] for move in moves if move.name == "opener"]


def test_showdown_tells_the_cards_and_not_the_winner() -> None:
    says = [
        step.says
        for one in (GENERATED["holdem"], GENERATED["omaha8"])
        for step in prepare_exercise(one, HouseRules()).steps
        if step.do[0].name == "award" and step.do[0].args.get("seats")
    ]
    assert any(text.startswith("Board ") for text in says)
