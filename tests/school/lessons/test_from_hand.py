"""A hand of the log becomes an exercise that plays like the hand."""

from itertools import pairwise
from pathlib import Path

import pytest

from dealer_ui.engine.session import Position
from poker import cases, rules
from poker import events as e
from poker.rules import HouseRules
from poker.timeline import CommandEvents
from school.hands.generated import GeneratedHands
from school.lessons.from_hand import exercise_from_hand
from school.lessons.prepare import NotHere, prepare_exercise
from school.lessons.reader import LessonError, WrittenExercise, WrittenLesson, read_lesson
from school.lessons.text import lesson_text
from school.tablet.model import Exercise
from school.tablet.table import after, set_up
from tests.school.lesson_players import BY_ID, own_house, positions
from tests.support.law_examples import sampled

CASES = Path(__file__).parents[2] / "poker/cases"
LIMIT = {"limit": "split", "small_bet": 400, "big_bet": 800, "chips": [100]}
BLINDS = {**LIMIT, "blinds": [200, 400]}
STUD = {**LIMIT, "ante": 100, "bring_in": 200}
BUY_IN = {"buy_in_min": 100, "buy_in_max": 10**9}
GAMES = {
    "holdem": BLINDS,
    "omaha8": BLINDS,
    "stud": STUD,
    "razz": STUD,
    "deuce7_triple": BLINDS,
}


def _dealt(game: str, seed: int, stacks: int | None = None) -> tuple[Exercise, list[CommandEvents]]:
    """Return a table and the commands of one generated hand at it."""
    seats: dict[int, int | None] = dict.fromkeys(range(1, 7), stacks)
    stakes = {"game": game, **GAMES[game], **BUY_IN}
    bare = Exercise(id="x", title="x", stakes=stakes, steps=(), seats=seats, chairs=8, button=3)
    position = set_up(bare, at=0)
    batches: list[CommandEvents] = []
    for step in GeneratedHands(bare, position, seed).steps(1):
        for move in step.do:
            next_position = after(position, move, exercise=bare, at=0)
            if next_position is not position:
                batches.append(next_position.batches[-1])
            position = next_position
    return bare, batches


def _awards(batches: list[CommandEvents]) -> list[tuple[tuple[int, int], ...]]:
    events = (event for batch in batches for event in batch.events)
    return [event.award.shares for event in events if isinstance(event, e.PotAwarded)]


def _played(exercise: Exercise) -> list[CommandEvents]:
    position: Position = set_up(exercise, at=0)
    batches = []
    for step in exercise.steps:
        for move in (*step.do, *step.room):
            position = after(position, move, exercise=exercise, at=0)
            batches.append(position.batches[-1])
    return batches


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_exercise_of_a_hand_ends_as_the_hand_did(game: str, seed: int) -> None:
    _, batches = _dealt(game, seed, stacks=4000 if seed % 2 else None)
    written = exercise_from_hand(batches, exercise_id="from_log", title="A real hand")
    prepared = prepare_exercise(written, HouseRules())
    assert _awards(_played(prepared)) == _awards(batches)
    assert all(step.says for step in prepared.steps)


def test_folds_in_a_row_are_one_step() -> None:
    _, batches = _dealt("holdem", 0)
    written = exercise_from_hand(batches, exercise_id="from_log", title="A real hand")
    lines = [line for step in written.step for line in step.do]
    assert any(len(line.split()) > 2 for line in lines if line.endswith(" fold"))
    assert not any(
        line.endswith(" fold") and other.endswith(" fold") for line, other in pairwise(lines)
    )


@pytest.mark.parametrize(
    "key",
    [
        "bomb_pot_away_and_short",
        "bomb_pot_side_pot",
        "run_twice_flop",
        "run_twice_read_each",
        "run_three_times",
    ],
)
def test_bomb_pot_or_run_becomes_an_exercise_with_the_same_awards(key: str) -> None:
    house = own_house(BY_ID[key])
    log = _hand_of(prepare_exercise(BY_ID[key], house))
    written = exercise_from_hand(log, exercise_id="from_log", title="A real hand")
    assert read_lesson(lesson_text(_lesson_with(written))).exercises[0].before == written.before
    prepared = prepare_exercise(written, house)
    assert _awards(_played(prepared)) == _awards(log)
    assert all(step.says for step in prepared.steps)
    assert any("board 2" in step.says or "run 2" in step.says for step in prepared.steps)


def test_hand_that_was_run_twice_is_left_out_where_the_board_is_run_once() -> None:
    exercise = BY_ID["run_twice_flop"]
    log = _hand_of(prepare_exercise(exercise, own_house(exercise)))
    written = exercise_from_hand(log, exercise_id="from_log", title="A real hand")
    with pytest.raises(NotHere, match="runs = once"):
        prepare_exercise(written, HouseRules())


def _hand_of(exercise: Exercise) -> list[CommandEvents]:
    """Return the commands of an exercise's hand, from the one that starts it."""
    *_, position = positions(exercise)
    start = next(
        number
        for number, batch in enumerate(position.batches)
        if any(isinstance(event, e.HandStarted) for event in batch.events)
    )
    return list(position.batches[start:])


def _lesson_with(written: WrittenExercise) -> WrittenLesson:
    return WrittenLesson("x", "x", "x", "x", "x", order=1, exercises=(written,))


def test_entries_before_the_first_hand_are_no_exercise() -> None:
    with pytest.raises(LessonError, match="no hand"):
        exercise_from_hand([], exercise_id="x", title="x")


RULED = [
    case
    for path in sorted(CASES.glob("irregular_*.toml"))
    for case in cases.load(path.read_text())
    if case.ruling and case.ruling.rule and case.ruling.outcome
]


def _log(case: cases.Case) -> list[CommandEvents]:
    """Return the commands of a case's first hand; [] if none began."""
    played = cases.CaseRun(case)
    assert cases.check(case) == ()
    list(cases._differences(case, played))
    starts = [
        number
        for number, batch in enumerate(played.log)
        if any(isinstance(event, e.HandStarted) for event in batch.events)
    ]
    return played.log[starts[0] : starts[1] if len(starts) > 1 else None] if starts else []


def test_most_hands_with_a_ruling_are_exercises_and_the_others_are_refused() -> None:
    """Refused are those whose report came before the hand was logged, and reports that no longer fit the table."""
    tried = sampled(RULED, 8)
    refused = []
    for case in tried:
        try:
            written = exercise_from_hand(_log(case), exercise_id="x", title="A real hand")
            prepared = prepare_exercise(written, rules.read(case.house))
        except LessonError:
            refused.append(case.id)
            continue
        assert all(step.says for step in prepared.steps), case.id
        ruled = any(
            isinstance(event, e.RulingMade) for batch in _log(case) for event in batch.events
        )
        assert bool(prepared.irregularities) == ruled, case.id
    assert len(refused) < 0.4 * len(tried), refused


def test_taps_that_a_ruling_took_back_are_not_in_the_exercise() -> None:
    [case] = [case for case in RULED if case.id == "premature_turn_tapped"]
    written = exercise_from_hand(_log(case), exercise_id="x", title="A real hand")
    assert sum("close_street" in line for step in written.step for line in step.do) == 1
    prepared = prepare_exercise(written, rules.read(case.house))
    assert prepared.irregularities == (47,)
    names = [move.name for step in prepared.steps for move in (*step.do, *step.room)]
    assert names.index("call_floor") < names.index("report") < names.index("accept")
