"""What the school says of a tap: the deal that a tap implies, the tap that is due, and the time of each hand."""

import msgspec
import pytest

from school.tablet.model import Begin, Exercise, Move, SchoolAnswer, SchoolTap, Step
from school.tablet.session import SchoolSession
from tests.support.trainee import lessons


def exercise(key: str) -> Exercise:
    """Return the first exercise of a lesson."""
    return next(lesson for lesson in lessons() if lesson.key == key).exercises[0]


class Dealing:
    """Taps an exercise, a second after another."""

    def __init__(self, dealt: Exercise) -> None:
        self.session = SchoolSession(Begin(dealt, "at_once", at=0))
        self.at = 0

    def tap(self, name: str, **args: object) -> SchoolAnswer:
        """Tap a key."""
        self.at += 1000
        return self.session.tap(SchoolTap(name, dict(args), self.at))


def taps(dealt: Exercise) -> list[Move]:
    """Return the taps that have a key."""
    return [move for step in dealt.steps for move in step.do if move.name != "deal"]


def test_first_tap_of_a_hand_implies_the_deal() -> None:
    dealt = exercise("limit_holdem")
    dealing = Dealing(dealt)
    answers = [dealing.tap(move.name, **move.args) for move in taps(dealt)]
    score = answers[-1].school.score
    assert score is not None
    assert (score.mistakes, score.is_finished) == ((), True)


def test_each_hand_has_its_time() -> None:
    dealt = exercise("limit_holdem")
    dealing = Dealing(dealt)
    for move in taps(dealt):
        dealing.tap(move.name, **move.args)
    assert len(dealing.session.score.hands) == 3
    assert sum(dealing.session.score.hands) == dealing.at


def test_due_tap_is_told_in_words_and_is_never_the_deal() -> None:
    answer = Dealing(exercise("limit_holdem")).tap("act", seat=4, what="fold")
    feedback = answer.school.feedback
    assert feedback is not None
    assert (feedback.title, feedback.due) == ("You tapped FOLD 4.", "FOLD 3")
    assert feedback.right == {"name": "act", "args": {"seat": 3, "what": "fold"}}


def test_opener_that_the_next_tap_corrects_is_a_mistake() -> None:
    dealing = Dealing(exercise("stud"))
    answer = dealing.tap("opener", seat=4)
    assert answer.school.wrong == 1
    assert answer.school.feedback is not None
    assert answer.school.feedback.title == "You tapped LOW 4."
    assert dealing.tap("opener", seat=7).school.right == 1


@pytest.mark.parametrize("what", ["check", "call"])
def test_act_that_the_tablet_infers_counts_neither_way(what: str) -> None:
    steps = (
        Step(
            says="Seats 3 and 4 call, seat 5 folds.", do=(Move("act", {"seat": 5, "what": "fold"}),)
        ),
    )
    dealing = Dealing(msgspec.structs.replace(exercise("limit_holdem"), steps=steps))
    answer = dealing.tap("act", seat=3, what=what)
    expected = (0, 0) if what == "call" else (0, 1)  # seat 3 owes a bet: a check is not possible
    assert (answer.school.right, answer.school.wrong) == expected
