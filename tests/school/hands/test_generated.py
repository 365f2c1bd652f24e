"""Generated hands: the same for a seed, in every game, and they end."""

import msgspec
import pytest

from poker.games import GAMES
from poker.rules import HouseRules
from poker.view import view
from school.hands.generated import STACK
from school.lessons.prepare import prepare_exercise
from school.lessons.reader import Generated, WrittenExercise
from school.tablet.model import Exercise
from school.tablet.table import after, set_up
from tests.school.lesson_players import EXERCISES

GENERATED = {
    str(exercise.stakes["game"]): exercise
    for exercise in EXERCISES
    if exercise.generate and not exercise.id.startswith("ride")
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
        for exercise in (GENERATED["holdem"], GENERATED["omaha8"])
        for step in prepare_exercise(exercise, HouseRules()).steps
        if step.do[0].name == "award" and step.do[0].args.get("seats")
    ]
    assert any(text.startswith("Board ") for text in says)


def generated(name: str) -> Exercise:
    """Return an exercise as it is dealt, by its id."""
    [written] = [exercise for exercise in EXERCISES if exercise.id == name]
    return prepare_exercise(written, HouseRules())


def test_no_player_bets_more_than_a_stack() -> None:
    exercise = generated("no_limit_three_hands_5")
    bets = [move.args.get("to") for step in exercise.steps for move in step.do]
    amounts = [amount for amount in bets if isinstance(amount, int)]
    assert max(amounts) == STACK * 500  # someone is all-in


def test_each_street_of_the_board_is_told_with_its_first_line() -> None:
    says = [step.says for step in generated("practice_limit").steps]
    streets = [text.split(". ")[0] for text in says if text.startswith("The ")]
    assert streets[:3] == ["The flop", "The turn", "The river"]


def test_folds_that_no_one_names_are_told_with_their_number() -> None:
    """With counts only the dealer subtracts them from those who were in."""
    exercise = generated("practice_no_limit_streets")
    position = set_up(exercise, at=0)
    for step in exercise.steps:
        for move in step.do:
            unnamed = view(position.table).count.still_in - move.args.get("count", 99)
            assert move.name != "close_street" or bool(unnamed) == ("more player" in step.says)
            position = after(position, move, exercise=exercise, at=0)
