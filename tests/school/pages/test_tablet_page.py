"""The lessons of the school's page: check rides with surprises of other lessons, and an edition of each exercise."""

from collections.abc import Generator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.test import override_settings

from poker.rules import HouseRules
from school.lessons.prepared_files import KEPT
from school.lessons.reader import WrittenExercise, lesson_files
from school.lessons.taught import lessons_in_currency, lessons_of_house
from school.tablet.model import Exercise
from school.tablet.wire import edition_of


def unplayed(written: WrittenExercise, *_: object) -> Exercise:
    """Return an exercise without its steps, which take long to play."""
    return Exercise(
        id=written.id, title=written.title, stakes=written.stakes, steps=(), seats={1: None}
    )


@pytest.fixture(autouse=True)
def _unplayed(tmp_path: Path) -> Generator[None]:
    lessons_in_currency.cache_clear()
    with (
        override_settings(DATA_DIR=tmp_path),
        patch("school.lessons.prepare.prepare_exercise", unplayed),
    ):
        yield
    lessons_in_currency.cache_clear()


def test_every_lesson_is_taught_and_rides_have_their_surprises() -> None:
    lessons = lessons_of_house(HouseRules(), frozenset()).lessons
    assert [lesson.key for lesson in lessons] == [lesson.key for lesson in lesson_files()]
    rides = [lesson for lesson in lessons if lesson.ride]
    assert rides
    for ride in rides:
        assert any(exercise.id.startswith(f"{ride.key}.") for exercise in ride.exercises), ride.key


def test_edition_changes_with_the_exercise() -> None:
    [first, second, *_] = lessons_of_house(HouseRules(), frozenset()).lessons[0].exercises
    assert edition_of(first) == edition_of(first)
    assert edition_of(first) != edition_of(second)


def test_lessons_are_prepared_once_for_all_processes(tmp_path: Path) -> None:
    """And again after the file was damaged, or for other rules."""
    house = HouseRules()
    games = frozenset({"holdem"})
    first = lessons_of_house(house, games)
    [path] = (tmp_path / "lessons").iterdir()
    lessons_in_currency.cache_clear()
    with patch("school.lessons.taught.prepare", side_effect=AssertionError("prepared again")):
        assert lessons_of_house(house, games) == first
    path.write_bytes(b"[")
    lessons_in_currency.cache_clear()
    assert lessons_of_house(house, games) == first
    assert path.read_bytes().startswith(b'{"lessons"')
    for seats in range(KEPT + 2):
        lessons_of_house(house, frozenset({f"game {seats}"}))
    assert len(list((tmp_path / "lessons").iterdir())) == KEPT


def test_lessons_are_taught_although_they_cannot_be_stored(tmp_path: Path) -> None:
    (tmp_path / "lessons").write_text("a file in place of the folder")
    assert lessons_of_house(HouseRules(), frozenset()).lessons
