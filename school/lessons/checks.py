"""Checks whether lessons are valid under a house's rules: prepares each exercise and deals it by its own taps."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from poker.currency import currency
from poker.rules import HouseRules
from school.lessons.check_rides import planned
from school.lessons.prepare import NotHere, prepare_exercise
from school.lessons.reader import LessonError, WrittenExercise, WrittenLesson
from school.tablet.exercise_session import AnySession
from school.tablet.model import Begin, Exercise, SchoolTap
from school.tablet.session import SchoolSession

MINUTE = 60_000  # milliseconds between two taps: more than any exercise needs


@dataclass(frozen=True)
class Checked:
    """The result of checking one exercise."""

    exercise: str  # id of the exercise, or key of the lesson
    result: Literal["ok", "left_out", "contradiction"]
    text: str  # "ok", why it is left out, or what is wrong


def check_lessons(
    lessons: Sequence[WrittenLesson], house: HouseRules, known: Sequence[WrittenLesson] = ()
) -> Iterator[Checked]:
    """Yield the result of each exercise in order, as soon as it is checked.

    The surprises of a check ride are checked only with their own lessons. known: other lessons that contain surprises.
    """
    for lesson in lessons:
        try:
            exercises = list(planned(lesson, (*lessons, *known)))
        except LessonError as error:
            yield Checked(lesson.key, "contradiction", str(error))
            continue
        for written in exercises:
            if lesson.ride is None or written.generate is not None:
                yield check_exercise(written, house)


def check_exercise(written: WrittenExercise, house: HouseRules) -> Checked:
    """Prepare an exercise under a house's rules, and check that its own taps are right."""
    try:
        exercise = prepare_exercise(written, house)
    except NotHere as reason:
        return Checked(written.id, "left_out", f"left out: {reason}")
    except LessonError as error:
        return Checked(written.id, "contradiction", str(error))
    wrong = first_mistake(exercise, SchoolSession)
    if wrong:
        where = f"line {written.line}, {written.id}"
        return Checked(written.id, "contradiction", f"{where}: {wrong}")
    return Checked(written.id, "ok", "ok")


def first_mistake(exercise: Exercise, session_of: Callable[[Begin], AnySession]) -> str:
    """Deal an exercise by its own taps. Return the first mistake that the tablet reports, "" if there is none."""
    begin = Begin(exercise=exercise, telling="at_once", at=0, currency=currency())
    session = session_of(begin)
    at = 0
    for number, step in enumerate(exercise.steps, 1):
        for move in step.do:
            at += MINUTE
            session.judge(SchoolTap(move.name, move.args, at=at))
            if session.counts.mistakes:
                return f"step {number}: the tap {session.counts.mistakes[0].tapped} is not right"
    return "" if session.score.is_finished else "it does not end"
