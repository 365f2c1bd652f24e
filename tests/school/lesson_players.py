"""Written exercises and the sessions that play them, for the tests of the school."""

from collections.abc import Iterator
from typing import Any

import msgspec

from dealer_ui.engine.session import Position
from poker.rules import HouseRules
from school.lessons.prepare import prepare_exercise
from school.lessons.reader import WrittenExercise, WrittenLesson, lesson_files, read_lesson
from school.tablet.model import Begin, Exercise, Move, SchoolAnswer, SchoolTap, Telling
from school.tablet.session import SchoolSession
from school.tablet.table import after, set_up

LESSONS: tuple[WrittenLesson, ...] = lesson_files()
EXERCISES = [exercise for lesson in LESSONS if lesson.ride is None for exercise in lesson.exercises]
BY_ID = {exercise.id: exercise for exercise in EXERCISES}
HEAD = """
[lesson]
key = "ours"
title = "Ours"
about = "ours"
text = "Ours."
target = "Ours."
order = 1

[stakes.limit]
game = "holdem"
limit = "split"
small_bet = 400
big_bet = 800
blinds = [200, 400]
"""


def lesson_of(exercises: str) -> WrittenLesson:
    """Return a lesson with these exercises, as text, over a limit plaque."""
    return read_lesson(HEAD + exercises)


def own_house(written: WrittenExercise) -> HouseRules:
    """Return the guides' rules with the settings that the exercise is for."""
    return msgspec.convert(written.house, HouseRules)


def prepared(exercise_id: str) -> Exercise:
    """Return an exercise of Floorbook under the house that it is for."""
    written = BY_ID[exercise_id]
    return prepare_exercise(written, own_house(written))


def positions(exercise: Exercise) -> Iterator[Position]:
    """Yield the table at the beginning and after each move of an exercise."""
    position = set_up(exercise, at=0)
    yield position
    for step in exercise.steps:
        for move in (*step.do, *step.room):
            position = after(position, move, exercise=exercise, at=0)
            yield position


class Trainee:
    """A trainee who deals one exercise, a second for each tap."""

    def __init__(self, exercise: Exercise, telling: Telling = "at_once") -> None:
        self.exercise = exercise
        self.session = SchoolSession(Begin(exercise=exercise, telling=telling, at=0))
        self.at = 0

    def tap(self, name: str, **args: Any) -> SchoolAnswer:
        """Tap once; return the answer."""
        self.at += 1_000
        return self.session.tap(SchoolTap(name, args, at=self.at))

    def right(self, count: int = 1) -> SchoolAnswer:
        """Tap what is due, so many times."""
        answer = self.session.answer(self.at)
        for _ in range(count):
            due = self.due
            answer = self.tap(due.name, **due.args)
        return answer

    def to_the_end(self) -> SchoolAnswer:
        """Tap what is due until nothing is."""
        answer = self.session.answer(self.at)
        while self.session.step is not None:
            wrong = len(self.session.counts.mistakes)
            answer = self.right()
            assert len(self.session.counts.mistakes) == wrong, self.due
        return answer

    @property
    def due(self) -> Move:
        """Return the tap that is due."""
        step = self.session.step
        assert step is not None
        return step.do[self.session.place.line]
