"""The lessons of the school's page: check rides with surprises of other lessons, and an edition of each exercise."""

from collections.abc import Generator
from unittest.mock import patch

import pytest

from dealer_ui.school.model import Exercise
from poker.rules import HouseRules
from school.lesson_files import WrittenExercise, lesson_files
from school.page_data import edition_of, prepared_lessons


def unplayed(written: WrittenExercise, *_: object) -> Exercise:
    """Return an exercise without its steps, which take long to play."""
    return Exercise(
        id=written.id, title=written.title, stakes=written.stakes, steps=(), seats={1: None}
    )


@pytest.fixture(autouse=True)
def _unplayed() -> Generator[None]:
    prepared_lessons.cache_clear()
    with patch("school.prepare.prepare_exercise", unplayed):
        yield
    prepared_lessons.cache_clear()


def test_every_lesson_is_taught_and_rides_have_their_surprises() -> None:
    lessons = prepared_lessons(HouseRules(), frozenset())
    assert [lesson.key for lesson in lessons] == [lesson.key for lesson in lesson_files()]
    rides = [lesson for lesson in lessons if lesson.ride]
    assert rides
    for ride in rides:
        assert any(one.id.startswith(f"{ride.key}.") for one in ride.exercises), ride.key


def test_edition_changes_with_the_exercise() -> None:
    [first, second, *_] = prepared_lessons(HouseRules(), frozenset())[0].exercises
    assert edition_of(first) == edition_of(first)
    assert edition_of(first) != edition_of(second)
