"""A check ride on the tablet: the number of each hand, and the room's own rule for passing."""

import msgspec
import pytest
from msgspec.structs import replace

from poker.rules import HouseRules
from school.lessons.prepare import prepare
from school.lessons.reader import lesson_files
from school.rules.rides import hand_of_ride, hands_before
from school.tablet.calls import SchoolRuns, ride_result, run
from school.tablet.model import Exercise, Lesson, Mistake, Ride, RideCall, RideResult, Score

SECONDS = 60


def _part(name: str, hands: int, before: int, *, is_surprise: bool = False) -> Exercise:
    return Exercise(
        id=name,
        title=name,
        stakes={},
        steps=(),
        hands=hands,
        hands_before=before,
        is_surprise=is_surprise,
    )


RIDE = Lesson(
    key="ride",
    title="",
    about="",
    text="",
    target="",
    exercises=(
        _part("t_1", 2, 0),
        _part("ride.x", 1, 2, is_surprise=True),
        _part("t_2", 1, 2),
    ),
    ride=Ride(hands=3, mistakes=1, seconds=SECONDS),
)


def _score(name: str, *hands: int, wrong: tuple[int, ...] = ()) -> Score:
    mistakes = tuple(Mistake("wrong_seat", 0, hand, "FOLD 4", "FOLD 5") for hand in wrong)
    return Score(name, 5, 1, mistakes, (), hands, is_finished=True)


SCORES = (
    _score("t_1", 50_000, 60_000, wrong=(2,)),
    _score("ride.x", 70_000),
    _score("t_2", 60_000),
)


def test_parts_are_one_result() -> None:
    result = ride_result(RideCall(RIDE, SCORES))
    assert (result.taps, result.undone, result.hands) == (15, 3, (50_000, 60_000, 70_000, 60_000))
    assert (result.average, result.most_average) == (60_000, SECONDS * 1000)
    assert (result.wrong, result.most_wrong, result.is_passed) == (1, 1, True)


@pytest.mark.parametrize(
    "scores",
    [
        SCORES[:2],  # left before the last part
        (*SCORES[:2], replace(SCORES[2], is_finished=False)),
        (*SCORES[:2], _score("t_2", 60_000, wrong=(1,))),  # a second wrong tap
        (*SCORES[:2], _score("t_2", 60_004)),  # a millisecond a hand too long
    ],
)
def test_ride_over_a_limit_is_not_passed(scores: tuple[Score, ...]) -> None:
    assert not ride_result(RideCall(RIDE, scores)).is_passed


def test_mistakes_have_the_numbers_of_the_rides_hands() -> None:
    wrong = [replace(score, mistakes=_score("x", wrong=(1,)).mistakes) for score in SCORES]
    result = ride_result(RideCall(RIDE, tuple(wrong)))
    assert [mistake.hand for mistake in result.mistakes] == [1, 2, 3]
    assert hand_of_ride(0, 1, is_surprise=True) == 1, "a surprise before the first hand"


def test_worker_answers_and_refuses_another_lesson() -> None:
    text = msgspec.json.encode(RideCall(RIDE, SCORES)).decode()
    answer = run(SchoolRuns(), "school_ride", text)
    assert msgspec.json.decode(answer, type=RideResult) == ride_result(RideCall(RIDE, SCORES))
    with pytest.raises(ValueError, match="not a check ride"):
        ride_result(RideCall(replace(RIDE, ride=None), SCORES))


def test_rides_of_floorbook_number_their_hands_from_one_to_the_last() -> None:
    """Each of the tables' hands once, the surprises in between."""
    every = lesson_files()
    [written] = [lesson for lesson in every if lesson.key == "ride_holdem"]
    [ride] = prepare([written], HouseRules(), every=every).lessons
    parts = ride.exercises
    assert any(part.is_surprise for part in parts)
    assert [part.hands_before for part in parts] == hands_before(
        [(part.hands, part.is_surprise) for part in parts]
    )
    numbers = [
        hand_of_ride(part.hands_before, hand, is_surprise=part.is_surprise)
        for part in parts
        for hand in range(1, part.hands + 1)
        if not part.is_surprise
    ]
    assert ride.ride
    assert numbers == list(range(1, ride.ride.hands + 1))
