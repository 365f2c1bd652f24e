"""A check ride on the tablet: its parts as one result, by the room's own rule."""

from itertools import chain

from msgspec.structs import replace

from dealer_ui.school.model import Lesson, RideCall, RideResult
from poker.training.rides import average_hand, hand_of_ride, is_passed


def ride_result(call: RideCall) -> RideResult:
    """Return what the parts that are over come to. Raises `ValueError` for a lesson that is not a check ride."""
    lesson, scores = call.lesson, call.scores
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
    average, most = average_hand(sum(hands), len(hands)), lesson.ride.seconds * 1000
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
