"""Lessons under houses that differ in one setting: every exercise holds, or is left out with the setting."""

import os

import msgspec
import pytest

from poker.rules import HouseRules
from rulings.rulebook import rulebook
from rulings.rulebook.load import choices
from school.lessons.checks import check_exercise
from school.lessons.reader import WrittenExercise
from tests.school.lesson_players import EXERCISES
from tests.support.law_examples import ALL_EXAMPLES

GUIDES = HouseRules()
OTHERS = [
    (name, option)
    for name, options in choices().items()
    for option in options
    if option != getattr(GUIDES, name)
]
EVERY = 160  # of the exercises that do not cite the setting, in `make test`


def tried(setting: str) -> list[WrittenExercise]:
    """Return all exercises before a release, else those that cite the setting, and a sample of the others."""
    if ALL_EXAMPLES in os.environ:
        return EXERCISES
    item = rulebook().by_field(setting)
    number = item.number if item else ""
    return [
        exercise
        for place, exercise in enumerate(EXERCISES)
        if setting in exercise.house or number in exercise.rules or place % EVERY == 0
    ]


@pytest.mark.parametrize(("setting", "option"), OTHERS)
def test_no_exercise_contradicts_a_house_with_another_option(
    setting: str, option: str | bool
) -> None:
    house = msgspec.convert({setting: option}, HouseRules)
    checked = [check_exercise(written, house) for written in tried(setting)]
    assert [result.text for result in checked if result.result == "contradiction"] == []


def test_a_setting_that_is_not_the_guides_brings_its_own_exercises() -> None:
    """Where both options are common, both are taught."""
    own = {(name, option) for exercise in EXERCISES for name, option in exercise.house.items()}
    assert {
        ("premature_turn", "reshuffle"),
        ("button", "dead"),
        ("odd_chip", "all_first"),
        ("extra_flop", "scramble"),
        ("limit_reopen", "half"),
        ("big_bet_reopen", "single"),
        ("stud_tie", "position"),
        ("stud_opener", "high_card"),
        ("razz_hole_exposed", "misdeal"),
        ("early_upcards", "reshuffle"),
        ("seventh_exposed", "tda"),
        ("draw_order", "announce"),
        ("hand_language", "english"),
        ("runs", "twice"),
        ("runs", "three"),
        ("runs_read", "each"),
        ("straddle_order", "under_the_gun"),
        ("straddle_order", "blinds_first"),
    } <= own
