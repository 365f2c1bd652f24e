"""What is due: ratings from a score, intervals that grow, and the order of what comes next."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from fsrs import Rating

from school.actions import training_execute, training_log
from school.records.due import (
    MOST_DUE,
    DueExercise,
    Review,
    due_exercises,
    rating_of,
    reviews_of,
    schedule,
)
from tests.support.room import NOW
from tests.support.school_lessons import LESSONS, lesson
from tests.support.school_results import MS, dealt, mistake, new_id
from tests.support.school_room import SchoolRoom

DAY = 86_400_000
EXERCISES = [exercise for lesson in LESSONS for exercise in lesson.exercises]


def review(exercise: str = "button", *, days_ago: int = 0, **fields: Any) -> Review:
    values: dict[str, Any] = {"taps": 20, "undone": 0, "wrong": 0, "hands": [30_000]}
    values |= {"is_finished": True, "exercise": exercise, "ended": MS - days_ago * DAY}
    return Review(**values | fields)


def due(*reviews: Review) -> list[DueExercise]:
    return schedule(reviews, EXERCISES, now=NOW)


def days(reviews: Sequence[Review]) -> float:
    """Return the days from the last dealing until it is due again."""
    [entry] = due(*reviews)
    return (entry.at - NOW) / timedelta(days=1) + (MS - reviews[-1].ended) / DAY


@pytest.mark.parametrize(
    ("fields", "rating"),
    [
        ({}, Rating.Easy),
        ({"undone": 1}, Rating.Good),
        ({"hands": [70_000]}, Rating.Good),  # the target is a minute
        ({"hands": [70_000, 40_000]}, Rating.Easy),
        ({"wrong": 2}, Rating.Hard),
        ({"wrong": 3}, Rating.Again),
        ({"is_finished": False}, Rating.Again),
    ],
)
def test_rating_comes_from_mistakes_undos_and_time(fields: dict[str, Any], rating: Rating) -> None:
    assert rating_of(review(**fields), seconds=60) == rating


def test_better_dealing_comes_back_later() -> None:
    failed, hard, slow, faultless = (
        days([review(**fields)])
        for fields in ({"is_finished": False}, {"wrong": 1}, {"undone": 1}, {})
    )
    assert failed < 1 <= slow < faultless
    assert failed < hard < slow
    assert days([review(days_ago=8), review()]) > faultless
    assert days([review(days_ago=8), review(is_finished=False)]) < 1


def test_same_results_give_the_same_day() -> None:
    reviews = [review(days_ago=20), review(days_ago=11, wrong=1), review(undone=2)]
    assert due(*reviews) == due(*reviews)


def test_exercise_that_is_no_longer_taught_is_not_due() -> None:
    assert due(review("juggling")) == []


def test_due_comes_before_new_and_rides_are_not_told() -> None:
    assert due_exercises([], LESSONS, now=NOW) == ["button", "seats", "bring_in"]
    many = lesson("many", *[f"exercise_{number}" for number in range(300)])
    assert len(due_exercises([], [many], now=NOW)) == MOST_DUE


@pytest.mark.django_db(transaction=True)
def test_least_known_exercise_comes_first(school: SchoolRoom) -> None:
    log = training_log(school.trainee)
    for exercise, ago, mistakes in (("button", 30, ()), ("seats", 30, (mistake(),) * 9)):
        ended = MS - ago * DAY
        command = dealt(exercise, began=ended - 60_000, ended=ended, mistakes=mistakes)
        training_execute(log=log, command_id=new_id(), command=command, actor="t", now=NOW)
    assert [review.wrong for review in reviews_of(log)] == [0, 9]
    assert due_exercises(reviews_of(log), LESSONS, now=NOW) == ["seats", "button", "bring_in"]
