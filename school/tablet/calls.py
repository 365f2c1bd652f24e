"""The calls of the tablet's worker: an exercise, and the result of a check ride."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import TypeAlias

from msgspec.structs import replace

from dealer_ui.engine.calls import Render, WorkerCalls, execute_call
from school.rules.rides import average_hand, hand_of_ride, is_passed
from school.tablet.exercise_session import AnySession
from school.tablet.model import Begin, Lesson, RideCall, RideResult, SchoolTap
from school.tablet.session import SchoolSession

Sessions: TypeAlias = Mapping[str, Callable[[Begin], AnySession]]  # by kind of exercise


class SchoolRuns:
    """The exercise on the page, at most one at a time. sessions: of the exercises at tables other than poker's."""

    def __init__(self, sessions: Sessions | None = None) -> None:
        self.sessions: Sessions = {"poker": SchoolSession, **(sessions or {})}
        self.session: AnySession | None = None

    def begin(self, call: Begin) -> object:
        """Begin an exercise, and end the previous one. Raises `LookupError` for an unknown kind."""
        self.session = self.sessions[call.exercise.kind](call)
        return self.session.answer(call.at)

    def running(self) -> AnySession:
        """Return the running exercise. Raises `LookupError` if none was begun."""
        if self.session is None:
            raise LookupError("no exercise was begun")
        return self.session


def ride_result(call: RideCall) -> RideResult:
    """Return the result of the finished parts. Raises `ValueError` for a lesson that is not a check ride."""
    lesson = call.lesson
    scores = call.scores
    if lesson.ride is None:
        raise ValueError(f"{lesson.key} is not a check ride")
    parts = lesson.exercises[: len(scores)]
    mistakes = tuple(
        replace(
            mistake,
            hand=hand_of_ride(part.hands_before, mistake.hand, is_surprise=part.is_surprise),
        )
        for part, score in zip(parts, scores, strict=True)
        for mistake in score.mistakes
    )
    hands = tuple(chain.from_iterable(score.hands for score in scores))
    is_whole = _is_whole(lesson, call)
    average = average_hand(sum(hands), len(hands))
    most = lesson.ride.seconds * 1000
    return RideResult(
        taps=sum(score.taps for score in scores),
        undone=sum(score.undone for score in scores),
        mistakes=mistakes,
        hands=hands,
        is_finished=is_whole,
        wrong=len(mistakes),
        most_wrong=lesson.ride.mistakes,
        average=average,
        most_average=most,
        is_passed=is_passed(
            is_whole=is_whole,
            wrong=len(mistakes),
            most_wrong=lesson.ride.mistakes,
            average=average,
            most_average=most,
        ),
    )


def _is_whole(lesson: Lesson, call: RideCall) -> bool:
    return len(call.scores) == len(lesson.exercises) and all(
        score.is_finished for score in call.scores
    )


CALLS: WorkerCalls[SchoolRuns] = {
    "school_begin": (Begin, lambda runs, call: runs.begin(call)),
    "school_tap": (SchoolTap, lambda runs, call: runs.running().tap(call)),
    "school_leave": (Render, lambda runs, call: runs.running().leave(call.now)),
    "school_ride": (RideCall, lambda _, call: ride_result(call)),
    "school_render": (Render, lambda runs, call: runs.running().answer(call.now)),
}


def run(runs: SchoolRuns, name: str, text: str) -> bytes:
    return execute_call(CALLS, runs, name, text)
