"""Check rides: parts of tables with surprises between them, the same for everyone."""

import msgspec
import pytest

from poker.rules import HouseRules
from school.lessons.check_rides import planned
from school.lessons.prepare import prepare
from school.lessons.reader import LessonError, WrittenLesson, read_lesson
from tests.school.lesson_players import HEAD, LESSONS

RIDES = [lesson for lesson in LESSONS if lesson.ride is not None]
OURS = HEAD.replace(
    "order = 1",
    """order = 1

[lesson.ride]
hands = 5
mistakes = 2
seconds = 100
every = 2
surprises = ["premature_turn_three_to_act", "premature_turn_reshuffled"]""",
)
TABLE = """
[[exercise]]
id = "table"
title = "Table"
rules = ["S-081"]
stakes = "limit"
seats = "2 4 6"
button = 2
generate = { hands = 5, seed = 3 }
"""


@pytest.fixture
def ours() -> WrittenLesson:
    """Five hands in parts of two, with two surprises."""
    return read_lesson(OURS + TABLE)


@pytest.mark.parametrize("lesson", RIDES, ids=lambda lesson: lesson.key)
def test_ride_has_30_hands_and_its_surprises_between_them(lesson: WrittenLesson) -> None:
    parts = list(planned(lesson, LESSONS))
    assert sum(part.generate.hands for part in parts if part.generate) == 30
    surprises = [place for place, part in enumerate(parts) if part.generate is None]
    assert len(surprises) >= 8
    assert parts[0].generate is not None
    assert len({part.id for part in parts}) == len(parts)
    dealt = [part for part in parts if part.generate]
    assert len(
        {(part.stakes["game"], part.generate.seed) for part in dealt if part.generate}
    ) == len(dealt)


def test_parts_of_a_table_have_seeds_and_buttons_of_their_hands(ours: WrittenLesson) -> None:
    parts = list(planned(ours, [ours, *LESSONS]))
    assert [part.id for part in parts] == [
        "table_1",
        "table_2",
        "ours.premature_turn_three_to_act",
        "table_3",
        "ours.premature_turn_reshuffled",
    ]
    dealt = [part for part in parts if part.generate]
    assert [part.generate.hands for part in dealt if part.generate] == [2, 2, 1]
    assert [part.button for part in dealt] == [2, 6, 4]
    assert len({part.generate.seed for part in dealt if part.generate}) == 3


def test_ride_under_a_house_leaves_out_what_the_house_does_not_need(ours: WrittenLesson) -> None:
    prepared = prepare([ours, *LESSONS[:1], _premature()], HouseRules())
    ride = prepared.lessons[0]
    assert ride.ride is not None
    assert (ride.ride.hands, ride.ride.mistakes, ride.ride.seconds) == (5, 2, 100)
    ids = [exercise.id for exercise in ride.exercises]
    assert "ours.premature_turn_three_to_act" in ids
    assert "ours.premature_turn_reshuffled" not in ids
    assert ("ours", "ours.premature_turn_reshuffled") in [
        (entry.lesson, entry.exercise) for entry in prepared.left_out
    ]


def test_ride_of_a_game_that_the_house_does_not_deal_is_left_out(ours: WrittenLesson) -> None:
    prepared = prepare([ours, _premature()], HouseRules(), games={"stud"})
    assert prepared.lessons == ()


def test_everyone_has_the_same_ride(ours: WrittenLesson) -> None:
    first = prepare([ours, _premature()], HouseRules()).lessons
    assert msgspec.json.encode(first) == msgspec.json.encode(
        prepare([ours, _premature()], HouseRules()).lessons
    )


def test_surprise_that_is_nowhere_is_named(ours: WrittenLesson) -> None:
    with pytest.raises(LessonError, match="no exercise premature_turn_three_to_act for the ride"):
        list(planned(ours, [ours]))


@pytest.mark.parametrize(
    ("changed", "to", "message"),
    [
        ('seats = "2 4 6"', 'seats = "2 4 x"', "line 25, table: 'x' isn't a seat"),
        ("button = 2", "button = 3", "line 25, table: no one sits at the button, seat 3"),
    ],
)
def test_table_whose_seats_are_none_is_named(changed: str, to: str, message: str) -> None:
    with pytest.raises(LessonError, match=message):
        list(planned(read_lesson(OURS + TABLE.replace(changed, to)), LESSONS))


def _premature() -> WrittenLesson:
    return next(lesson for lesson in LESSONS if lesson.key == "premature_turn")
