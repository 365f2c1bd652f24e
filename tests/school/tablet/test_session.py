"""An exercise on the tablet: right and wrong taps, UNDO, harmless taps, mistakes told at once or at the end."""

import pytest

from dealer_ui.engine.session import Position
from dealer_ui.screen.model import Screen
from poker.codec import encode_state
from poker.rules import HouseRules
from school.lessons.prepare import prepare
from school.tablet.model import Exercise, Telling
from tests.school.lesson_players import LESSONS, Trainee, lesson_of, prepared

WITH_WRONG_TAPS = (
    "limit_holdem_first_hand",
    "side_pot_one",
    "stud_who_is_high",
    "triple_draw_first",
    "premature_turn_three_to_act",
    "omaha8_halves",
    "correct_late_fold",
)


def state_of(position: Position) -> bytes:
    return encode_state(position.table)


@pytest.fixture
def first_hand() -> Exercise:
    """Seats 3 and 4 fold, 5 raises, 6 and 1 fold, 2 calls."""
    return prepared("limit_holdem_first_hand")


@pytest.mark.parametrize("exercise_id", WITH_WRONG_TAPS)
@pytest.mark.parametrize("telling", ["at_once", "at_the_end"])
def test_wrong_tap_at_any_place_leaves_the_exercise_as_it_was(
    exercise_id: str, telling: Telling
) -> None:
    trainee = Trainee(prepared(exercise_id), telling)
    places = wrong = 0
    while trainee.session.step is not None:
        due = trainee.due
        before = state_of(trainee.session.place.position)
        answer = trainee.tap("misdeal" if due.name in ("call_floor", "report") else "call_floor")
        places = places + 1
        wrong = wrong + 1
        assert answer.school.wrong == wrong
        assert state_of(trainee.session.place.position) == before
        if telling == "at_once":
            feedback = answer.school.feedback
            assert feedback is not None
            assert (feedback.title, feedback.right["name"]) != ("", "")
            assert feedback.text
            assert feedback.rule
        else:
            assert answer.school.feedback is None
            if trainee.session.shown is not trainee.session.place.position:
                trainee.tap("undo")
        trainee.right()
    assert len(trainee.session.counts.mistakes) == places
    assert trainee.session.score.is_finished
    assert all(mistake.rules for mistake in trainee.session.score.mistakes)


def test_wrong_tap_is_told_with_reason_and_rule(first_hand: Exercise) -> None:
    answer = Trainee(first_hand).tap("act", seat=5, what="fold")
    feedback = answer.school.feedback
    assert feedback is not None
    assert feedback.title == "You tapped FOLD 5."
    assert (
        feedback.text
        == "Log a fold at the seat that folds. The first to act is left of the big blind."
    )
    assert feedback.rule == "S-081 (casino's poker guide)"
    assert feedback.right == {"name": "act", "args": {"seat": 3, "what": "fold"}}
    assert not feedback.again


def test_line_is_played_again_after_two_wrong_taps(first_hand: Exercise) -> None:
    trainee = Trainee(first_hand)
    trainee.tap("act", seat=5, what="fold")
    answer = trainee.tap("act", seat=6, what="fold")
    assert answer.school.feedback is not None
    assert answer.school.feedback.again
    assert trainee.right().school.feedback is None


def test_mistake_told_at_the_end_is_shown_until_undo(first_hand: Exercise) -> None:
    trainee = Trainee(first_hand, "at_the_end")
    trainee.tap("act", seat=3, what="raise")
    right = state_of(trainee.session.place.position)
    assert state_of(trainee.session.shown) != right
    answer = trainee.tap("undo")
    assert state_of(trainee.session.shown) == right
    assert (answer.school.undone, answer.school.right, answer.school.wrong) == (1, 0, 1)


def test_mistake_that_is_left_is_put_right_with_the_next_right_tap(first_hand: Exercise) -> None:
    trainee = Trainee(first_hand, "at_the_end")
    trainee.tap("act", seat=3, what="raise")
    answer = trainee.to_the_end()
    assert answer.school.score is not None
    assert [mistake.kind for mistake in answer.school.score.mistakes] == ["wrong_act"]
    assert trainee.session.shown is trainee.session.place.position


def test_undo_takes_back_the_last_right_tap_and_is_counted(first_hand: Exercise) -> None:
    trainee = Trainee(first_hand)
    began = state_of(trainee.session.place.position)
    trainee.right(2)
    assert trainee.session.place.step == 1
    trainee.tap("undo")
    answer = trainee.tap("undo")
    assert state_of(trainee.session.place.position) == began
    assert (answer.school.number, answer.school.right, answer.school.undone) == (1, 0, 2)
    answer = trainee.tap("undo")  # nothing is left
    assert (answer.school.undone, answer.school.wrong) == (2, 0)
    assert trainee.to_the_end().school.score is not None


def test_undo_is_a_right_tap_where_the_lesson_asks_for_it() -> None:
    trainee = Trainee(prepared("correct_wrong_seat"))
    answer = trainee.tap("undo")
    assert (answer.school.right, answer.school.undone, answer.school.wrong) == (1, 0, 0)
    answer = trainee.tap("act", seat=5, what="fold")
    assert answer.school.wrong == 1
    answer = trainee.tap("act", seat=4, what="fold")
    assert (answer.school.right, answer.school.number) == (2, 2)


def test_wrong_tap_that_is_shown_is_undone_before_the_undo_that_is_due() -> None:
    trainee = Trainee(prepared("correct_wrong_seat"), "at_the_end")
    trainee.tap("act", seat=4, what="fold")
    answer = trainee.tap("undo")
    assert (answer.school.right, answer.school.undone) == (0, 1)
    answer = trainee.tap("undo")
    assert (answer.school.right, answer.school.undone) == (1, 1)


def test_ruling_is_not_the_dealers_to_take_back() -> None:
    trainee = Trainee(prepared("premature_flop_big_blind_to_act"))
    while trainee.due.name != "step_done":
        trainee.right()
    answer = trainee.tap("undo")
    assert (answer.school.undone, trainee.due.name) == (0, "step_done")


def test_call_that_is_logged_although_it_is_inferred_counts_neither_way(
    first_hand: Exercise,
) -> None:
    trainee = Trainee(first_hand)
    trainee.right(5)
    answer = trainee.tap("act", seat=2, what="call")
    assert (answer.school.right, answer.school.wrong) == (5, 0)
    answer = trainee.tap("undo")
    assert (answer.school.right, answer.school.undone) == (5, 1)
    trainee.tap("act", seat=2, what="call")
    answer = trainee.right()
    assert (answer.school.right, answer.school.wrong) == (6, 0)


def test_upcards_or_suits_may_name_who_opens() -> None:
    """All upcards entered, or the tied seats and their suits, decide it: the tap on the seat is not needed."""
    up = {1: "9s", 2: "Kd", 3: "4h", 4: "Jc", 5: "Ad", 6: "7h", 7: "4c"}
    by_cards = Trainee(prepared("stud_bring_in"))
    for seat, card in up.items():
        answer = by_cards.tap("show_up", seat=seat, cards=[card])
    assert (answer.school.right, answer.school.wrong, answer.school.number) == (1, 0, 2)
    by_suits = Trainee(prepared("stud_bring_in"))
    for seat in (3, 7):
        by_suits.tap("tie", seat=seat)
    for seat, suit in ((3, "h"), (7, "c")):
        answer = by_suits.tap("suit", seat=seat, suit=suit)
    assert (answer.school.right, answer.school.wrong, answer.school.number) == (1, 0, 2)
    assert by_suits.to_the_end().school.wrong == 0


def test_suits_that_name_another_seat_are_a_mistake() -> None:
    trainee = Trainee(prepared("stud_bring_in"))
    for seat in (3, 7):
        trainee.tap("tie", seat=seat)
    trainee.tap("suit", seat=3, suit="c")
    answer = trainee.tap("suit", seat=7, suit="h")
    assert (answer.school.right, answer.school.wrong) == (0, 1)
    assert trainee.session.counts.mistakes[-1].kind == "wrong_card"


def test_check_before_a_floor_call_is_told_and_not_counted() -> None:
    trainee = Trainee(prepared("premature_turn_three_to_act"))
    before = state_of(trainee.session.place.position)
    answer = trainee.tap("act", seat=1, what="check")
    assert answer.school.feedback is not None
    assert "needs no tap" in answer.school.feedback.text
    assert (answer.school.wrong, answer.school.right) == (0, 0)
    assert state_of(trainee.session.place.position) == before
    assert trainee.tap("act", seat=1, what="bet").school.wrong == 1


def test_first_in_stands_for_the_folds_before_it() -> None:
    trainee = Trainee(prepared("button_is_here"))
    trainee.right(2)
    answer = trainee.tap("first_in", seat=2, what="raise", to=600)
    assert answer.school.wrong == 0
    assert answer.school.score is not None
    assert answer.school.score.is_finished


def test_one_tap_may_stand_for_the_taps_before_it() -> None:
    """The count closes the round: acts that it implies need no tap."""
    lesson = lesson_of(
        """
[[exercise]]
id = "ours"
title = "Ours"
rules = ["S-081"]
stakes = "limit"
seats = "1 2 3"
button = 3
before = ["close_street count=3"]

[[exercise.step]]
says = "All check. Seat 1 bets, all fold."
do = ["close_street count=3", "1 bet", "2 3 fold"]
"""
    )
    trainee = Trainee(prepare([lesson], HouseRules()).lessons[0].exercises[0])
    assert trainee.to_the_end().school.right == 4


def test_exercise_that_is_left_keeps_what_was_dealt(first_hand: Exercise) -> None:
    trainee = Trainee(first_hand)
    trainee.right(3)
    trainee.tap("act", seat=2, what="raise")
    score = trainee.session.leave(trainee.at + 500).school.score
    assert score is not None
    assert (score.taps, len(score.mistakes), score.is_finished) == (3, 1, False)
    answer = trainee.tap("act", seat=6, what="fold")  # nothing counts any more
    assert answer.school.right == 3


def test_times_of_steps_and_hands_are_kept() -> None:
    trainee = Trainee(prepared("limit_holdem_three_hands"))
    score = trainee.to_the_end().school.score
    assert score is not None
    assert len(score.hands) == trainee.exercise.hands == 3
    assert len(score.steps) == len(trainee.exercise.steps)
    assert sum(score.steps) == sum(score.hands) == trainee.at


def test_report_goes_fact_by_fact_and_the_ruling_is_told() -> None:
    trainee = Trainee(prepared("premature_turn_three_to_act"))
    assert trainee.tap("report", key="premature_turn").school.wrong == 1  # first call the floor
    trainee.tap("call_floor")
    assert trainee.tap("report", key="premature_river").school.feedback is not None
    trainee.tap("report", key="premature_turn")
    trainee.tap("report", facts={"burned": 0})
    answer = trainee.tap("report", facts={"burned": 1})
    kinds = [mistake.kind for mistake in trainee.session.counts.mistakes]
    assert kinds == ["missed_floor", "wrong_irregularity", "wrong_fact"]
    assert answer.school.says.startswith("Supervisor: The turn card is out of play")
    assert trainee.due.name == "step_done"


def test_dealer_carries_out_what_the_house_leaves_to_dealers() -> None:
    trainee = Trainee(prepared("one_hole_card_exposed"))
    while trainee.due.name != "carry_out":
        answer = trainee.right()
    assert answer.school.says.startswith("The house leaves this to you.")
    assert trainee.to_the_end().school.wrong == 0


def test_supervisor_decides_where_no_rule_does() -> None:
    trainee = Trainee(prepared("abuse"))
    answer = trainee.to_the_end()
    text = trainee.exercise.ends or " ".join(step.says for step in trainee.exercise.steps)
    assert "Supervisor: Seat 1 leaves the room for today." in text
    assert answer.school.score is not None


def test_ruling_without_a_remedy_is_told_at_the_end() -> None:
    ends = [
        exercise.ends
        for lesson in prepare(LESSONS_WITH_ENDS, HouseRules()).lessons
        for exercise in lesson.exercises
        if exercise.ends
    ]
    assert ends
    assert all(text.startswith("Supervisor: ") for text in ends)


LESSONS_WITH_ENDS = [
    lesson for lesson in LESSONS if lesson.key in ("stud_trouble", "short_all_ins")
]


def deal_step(trainee: Trainee) -> Screen:
    """Tap what is due until the next step; return the screen."""
    step = trainee.session.place.step
    answer = trainee.right()
    while trainee.session.place.step == step:
        answer = trainee.right()
    assert isinstance(answer.screen, Screen)
    return answer.screen


def test_tournament_lesson_is_dealt_in_chips_on_the_level_of_the_next_hand() -> None:
    trainee = Trainee(prepared("tournament_level"))
    page = deal_step(trainee)
    assert page.header.level is not None
    assert page.header.level.text == "Level 1 100/200"
    assert page.header.level.next == "Next hand: level 2 200/400"
    page = deal_step(trainee)
    assert page.header.level is not None
    assert page.header.level.text == "Level 2 200/400"
    assert page.currency is not None
    assert page.currency.symbol == ""


def test_no_hand_begins_while_the_director_holds_the_table() -> None:
    trainee = Trainee(prepared("tournament_move"))
    page = deal_step(trainee)
    assert "seat 3 moves to T12·S7" in page.step.now
    answer = trainee.tap("act", seat=4, what="raise", to=500)
    assert answer.school.wrong == 1
