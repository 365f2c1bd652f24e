"""A trainee's log, decided: results, check rides, sign-offs, choices."""

from typing import Any

import pytest

from poker.refusal import Refusal
from school.rules import commands as c
from school.rules import events as e
from school.rules.decide import CLOCK_TOLERANCE, run
from school.rules.state import Choices, Training
from tests.support.school_results import MS, dealt, mistake

TERMS = c.RideTerms(("a", "b"), wrong=1, milliseconds=40_000)


def expect_refusal(code: str) -> Any:
    return pytest.raises(Refusal, match=f"^{code} ")


def after(*commands: c.TrainingCommand, now: int = MS) -> tuple[Training, list[e.TrainingEvent]]:
    training = Training()
    events: list[e.TrainingEvent] = []
    for command in commands:
        outcome = run(training, command, now=now)
        training = outcome.state
        events += outcome.events
    return training, events


def ridden(exercise: str, **fields: Any) -> c.RecordExercise:
    return dealt(exercise, lesson="ride", telling="at_the_end", ride=TERMS, **fields)


def finished(*commands: c.TrainingCommand) -> list[e.RideFinished]:
    return [event for event in after(*commands)[1] if isinstance(event, e.RideFinished)]


def test_exercise_is_stored_with_its_mistakes() -> None:
    training, [event] = after(dealt(mistakes=(mistake("wrong_pot", "S-110"),), undone=1))
    assert training.dealt == 1
    assert isinstance(event, e.ExerciseDealt)
    assert (event.exercise, event.undone, event.mistakes[0].rules) == ("button", 1, ("S-110",))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"ended": MS + CLOCK_TOLERANCE + 1}, "school_future"),
        ({"began": MS - 5_000}, "school_impossible"),  # ended before it began
        ({"began": MS - 3 * 86_400_000}, "school_impossible"),
        (
            {"began": MS - 400 * 86_400_000, "ended": MS - 400 * 86_400_000 + 60_000},
            "school_impossible",
        ),
        ({"steps": (111_000,)}, "school_impossible"),  # longer than the exercise
        ({"hands": (80_000, 31_000)}, "school_impossible"),
        ({"steps": ()}, "school_impossible"),  # to the end without a step
    ],
)
def test_impossible_exercise_is_refused(fields: dict[str, Any], code: str) -> None:
    with expect_refusal(code):
        after(dealt(**fields))


def test_tablet_whose_clock_is_a_little_ahead_is_believed() -> None:
    assert after(dealt(ended=MS + CLOCK_TOLERANCE))[0].dealt == 1


def test_ride_is_finished_by_its_last_exercise() -> None:
    training, events = after(ridden("b"), ridden("a"))
    assert [type(event).__name__ for event in events] == [
        "RideBegan",
        "ExerciseDealt",
        "ExerciseDealt",
        "RideFinished",
    ]
    assert training.ride is None
    [result] = finished(ridden("b"), ridden("a", mistakes=(mistake(),)))
    assert result.is_passed
    assert (result.right, result.wrong, result.hands, result.milliseconds) == (40, 1, 2, 30_000)
    assert [exercise.exercise for exercise in result.exercises] == ["b", "a"]
    assert [(kind.kind, kind.count) for kind in result.kinds] == [("wrong_seat", 1)]


@pytest.mark.parametrize(
    "fields",
    [
        {"mistakes": (mistake(), mistake())},
        {"is_finished": False},
        {"telling": "at_once"},
        {"began": MS - 200_000, "hands": (51_000,)},
    ],
)
def test_ride_that_exceeds_a_limit_is_not_passed(fields: dict[str, Any]) -> None:
    values = {"lesson": "ride", "telling": "at_the_end", "ride": TERMS} | fields
    [result] = finished(dealt("a", **values), ridden("b"))
    assert not result.is_passed


def test_exercise_dealt_again_begins_another_ride() -> None:
    assert not finished(ridden("a"), ridden("a"))
    [result] = finished(ridden("a", mistakes=(mistake(), mistake())), ridden("a"), ridden("b"))
    assert result.is_passed  # the first run is over


def test_other_exercises_between_those_of_a_ride_do_not_end_it() -> None:
    assert len(finished(ridden("a"), dealt("button"), ridden("b"))) == 1


def test_game_is_signed_off_once_and_withdrawn_with_a_reason() -> None:
    sign = c.SignOffGame("stud", "staff.2", "t1", " calm hands ")
    training, [event] = after(sign)
    assert event == e.GameSignedOff("stud", "staff.2", MS, "t1", "calm hands")
    assert [signed.family for signed in training.signed] == ["stud"]
    with expect_refusal("school_signed_off"):
        after(sign, sign)
    with expect_refusal("school_not_signed_off"):
        after(c.WithdrawSignOff("stud", "staff.2", "t1", "x"))
    with expect_refusal("school_note_missing"):
        after(sign, c.WithdrawSignOff("stud", "staff.2", "t1", " "))
    assert after(sign, c.WithdrawSignOff("stud", "staff.2", "t1", "too slow"))[0].signed == ()


def test_choices_are_stored_when_they_differ() -> None:
    training, events = after(
        c.SetChoices("at_the_end", 25, False), c.SetChoices("at_the_end", 25, False)
    )
    assert training.choices == Choices("at_the_end", 25, False)
    assert len(events) == 1
