"""The lessons of Floorbook: they are dealt by program without a mistake, and say what the cards say."""

import re

import pytest

from dealer_ui.engine.session import Position
from poker import openers, reading
from poker.games import GAMES
from poker.reading.wild_cards import NONE
from poker.rules import read
from poker.view import view
from poker.view.model import TableView
from school.lessons.check_rides import planned
from school.lessons.checks import first_mistake
from school.lessons.coverage import coverage
from school.lessons.prepare import prepare_exercise
from school.lessons.reader import WrittenExercise, WrittenLesson
from school.tablet.model import Exercise, Move
from school.tablet.session import SchoolSession
from school.tablet.table import after, set_up
from tests.school.lesson_players import EXERCISES, LESSONS, own_house, positions
from tests.support.law_examples import sampled
from tests.support.laws import chips_at

RIDES = [lesson for lesson in LESSONS if lesson.ride is not None]
SHOWN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
HAND = re.compile(rf"(?:Seat )?(\d)(?::| shows) ({SHOWN.pattern}(?: {SHOWN.pattern})*)")
BOARD = re.compile(rf"(?:[Bb]oard|river) ({SHOWN.pattern}(?: {SHOWN.pattern})*)")
UPCARDS = re.compile(rf"(\d) \(({SHOWN.pattern}(?: {SHOWN.pattern})*)\)")
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
WITH_CARDS = [
    exercise
    for exercise in EXERCISES
    if any(HAND.search(step.says) or UPCARDS.search(step.says) for step in exercise.step)
]
LONGEST = 140  # characters of a sentence on the strip of a tablet


def cards_of(text: str) -> tuple[str, ...]:
    """Return the cards of a sentence: "10♠ A♥" is ("Ts", "Ah")."""
    return tuple(shown[:-1].replace("10", "T") + SUITS[shown[-1]] for shown in SHOWN.findall(text))


@pytest.mark.parametrize("written", sampled(EXERCISES, 8), ids=lambda exercise: exercise.id)
def test_exercise_is_dealt_without_a_mistake(written: WrittenExercise) -> None:
    exercise = prepare_exercise(written, own_house(written))
    assert first_mistake(exercise, SchoolSession) == ""
    assert all(step.says for step in exercise.steps)


@pytest.mark.parametrize("lesson", RIDES, ids=lambda lesson: lesson.key)
def test_check_ride_is_dealt_without_a_mistake(lesson: WrittenLesson) -> None:
    parts = list(planned(lesson, LESSONS))
    for written in sampled(parts, 8):
        exercise = prepare_exercise(written, own_house(written))
        assert first_mistake(exercise, SchoolSession) == "", written.id


def test_every_irregularity_has_an_exercise() -> None:
    covered = coverage(LESSONS)
    assert [row.key for row in covered.rows_without] == []
    assert all(line.covered for line in covered.families)
    assert len(covered.rows) == 201


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_exercises_are_short_and_give_their_rules_and_reasons(lesson: WrittenLesson) -> None:
    for written in lesson.exercises:
        assert written.rules, written.id
        assert len(written.step) <= 12, written.id
        assert all(len(step.says) <= LONGEST for step in written.step), written.id
        assert all(step.why for step in written.step if step.report), written.id
        assert written.generate or any(step.why for step in written.step), written.id


@pytest.mark.parametrize("written", sampled(EXERCISES, 12), ids=lambda exercise: exercise.id)
def test_chips_and_cards_are_conserved(written: WrittenExercise) -> None:
    exercise = prepare_exercise(written, own_house(written))
    deck = len(GAMES[str(exercise.stakes["game"])].ranks) * 4
    chips: set[int] = set()
    splashes: dict[int, int] = {}  # by hand
    for position in positions(exercise):
        table = position.table
        if table.hand is not None:
            assert table.hand.ledger.total() == deck
            splashes[table.hand.number] = table.hand.splash
        if exercise.seats and None not in exercise.seats.values():
            chips.add(chips_at(table) - sum(splashes.values()))
    assert len(chips) <= 1


@pytest.mark.parametrize("written", WITH_CARDS, ids=lambda exercise: exercise.id)
def test_cards_that_are_told_decide_as_the_lesson_says(written: WrittenExercise) -> None:
    """Award by hands that are shown, first to act by upcards."""
    exercise = prepare_exercise(written, own_house(written))
    position = set_up(exercise, at=0)
    for step in exercise.steps:
        for move in (*step.do, *step.room):
            _compare(exercise, position, step.says, move)
            position = after(position, move, exercise=exercise, at=0)


def _compare(exercise: Exercise, position: Position, says: str, move: Move) -> None:
    shown = view(position.table)
    if move.name == "award" and HAND.search(says):
        assert _won(exercise, shown, says) == _awarded(move), says
    if move.name == "opener" and UPCARDS.search(says):
        assert _first(exercise, shown, says) == move.args["seat"], says


def _awarded(move: Move) -> list[list[int]]:
    halves = (move.args.get("seats"), move.args.get("low"))
    return [sorted(half) for half in halves if isinstance(half, list | tuple) and half]


def _won(exercise: Exercise, shown: TableView, says: str) -> list[list[int]]:
    hands = {int(seat): cards_of(cards) for seat, cards in HAND.findall(says)}
    match = BOARD.search(says)
    board = cards_of(match[1]) if match else ()
    assert len({*board, *sum(hands.values(), ())}) == len(board) + sum(map(len, hands.values()))
    in_it = set(hands)
    if shown.award is not None:
        pot = shown.award.pots[shown.award.turn or 0]
        in_it &= set(pot.seats) - set(pot.out)
    ranking = GAMES[str(exercise.stakes["game"])].ranking
    halves = reading.by_half(
        ranking, [(seat, hands[seat]) for seat in sorted(in_it)], board, wild=NONE, down={}
    )
    return [sorted(seats) for seats in halves.values() if seats]


def _first(exercise: Exercise, shown: TableView, says: str) -> int | None:
    up = {int(seat): cards_of(cards) for seat, cards in UPCARDS.findall(says)}
    order = tuple(seat.seat for seat in shown.seats if seat.state == "in")
    house = read(exercise.rules)
    kind = GAMES[str(exercise.stakes["game"])].upcards
    most = max(len(cards) for cards in up.values())
    if most == 1:
        doors = {seat: cards[0] for seat, cards in up.items()}
        return openers.third(doors, order, house, kind).seat
    return openers.later({seat: up[seat] for seat in order}, order, house, kind, up=most).seat
