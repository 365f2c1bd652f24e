"""The lessons that a room teaches: the product's and its own, under its rules, in the games that the house deals."""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from poker.currency import currency
from poker.rules import HouseRules
from school.lessons.house_lessons import taught_texts
from school.lessons.prepare import LeftOut, Prepared, prepare
from school.lessons.prepared_files import KEPT, are_stored, stored_lessons
from school.lessons.reader import LessonError, WrittenLesson, lesson_files, read_lesson
from school.tablet.model import Lesson
from staff.hooks import hooks
from tables.effective_rules import all_rules
from tables.models import Plaque

MOST_HOUSES = 8  # sets of rules and games whose lessons a process keeps in memory


class ReadyLessons(NamedTuple):
    """The lessons that a page can show immediately, and the titles of those still being prepared."""

    lessons: tuple[Lesson, ...]
    preparing: tuple[str, ...]


_log = logging.getLogger(__name__)


def games_of_house() -> frozenset[str]:
    """Return the keys of the games on the house's plaques, including rotations; empty if there are no plaques."""
    games: set[str] = set()
    for game, rotation in Plaque.objects.values_list("game", "rotation").distinct():
        games.add(game)
        games.update(str(leg["game"]) for leg in rotation)
    return frozenset(games)


def lessons_of_house(house: HouseRules, games: frozenset[str]) -> Prepared:
    """Return the product's lessons as a house teaches them. games: keys of the games; empty for all.

    A lesson that the engine does not play as written is left out with the reason, and logged.
    """
    return lessons_in_currency(house, games, currency().code)


@lru_cache(maxsize=MOST_HOUSES)
def lessons_in_currency(house: HouseRules, games: frozenset[str], _code: str) -> Prepared:
    """Return the lessons of a house. The currency is part of the cache key, because texts contain amounts."""

    def prepare_all() -> Prepared:
        every = lesson_files()
        return _joined([_prepared(lesson, house, games, every) for lesson in every])

    return stored_lessons(house, games, prepare_all)


def prepare_for_all(now: datetime) -> int:
    """Prepare the lessons of every rulebook in force and of the guides' defaults, unless they are stored already.

    Returns the number of rulebooks, at most half the number of files kept, so that no file in use is deleted.
    """
    games = games_of_house()
    houses = list(dict.fromkeys(all_rules(now=now)))[: KEPT // 2]
    for house in houses:
        lessons_of_house(house, games)
    return len(houses)


def lessons_of_room(room_id: int, house: HouseRules, games: frozenset[str]) -> Prepared:
    """Return the lessons of a house, those of other tables than poker's, and the room's own.

    Invalid lessons are left out with the reason.
    """
    own = _own(taught_texts(room_id), house, games, currency().code)
    return _joined([lessons_of_house(house, games), *_lessons_of_slices(room_id), own])


def _lessons_of_slices(room_id: int) -> list[Prepared]:
    return [lessons(room_id) for lessons in hooks().LESSONS]


def ready_lessons(room_id: int, house: HouseRules, games: frozenset[str]) -> ReadyLessons:
    """Return all lessons of a room if they are stored, else only those that take a fraction of a second.

    These are the first lesson, and those of other tables than poker's.
    """
    if are_stored(house, games):
        return ReadyLessons(lessons_of_room(room_id, house, games).lessons, ())
    first = _first_lesson(house, games, currency().code)
    keys = {lesson.key for lesson in first.lessons}
    others = [
        lesson for lesson in lesson_files() if lesson.key not in keys and _is_dealt(lesson, games)
    ]
    ready = _joined([first, *_lessons_of_slices(room_id)])
    return ReadyLessons(ready.lessons, tuple(lesson.title for lesson in others))


@lru_cache(maxsize=MOST_HOUSES)
def _first_lesson(house: HouseRules, games: frozenset[str], _code: str) -> Prepared:
    every = lesson_files()
    lessons = (_prepared(lesson, house, games, every) for lesson in every)
    return next((prepared for prepared in lessons if prepared.lessons), Prepared((), ()))


def _is_dealt(lesson: WrittenLesson, games: frozenset[str]) -> bool:
    return not games or any(str(exercise.stakes["game"]) in games for exercise in lesson.exercises)


@lru_cache(maxsize=MOST_HOUSES)
def _own(texts: tuple[str, ...], house: HouseRules, games: frozenset[str], _code: str) -> Prepared:
    return _joined([own_lesson(text, house, games) for text in texts])


def own_lesson(text: str, house: HouseRules, games: frozenset[str]) -> Prepared:
    """Return a room's own lesson from its text; left out with the reason if it is invalid."""
    try:
        lesson = read_lesson(text)
    except LessonError as error:
        _log.exception("A lesson of a room can't be read.")
        return Prepared((), (LeftOut("", "", str(error)),))
    return _prepared(lesson, house, games, ())


def _prepared(
    lesson: WrittenLesson,
    house: HouseRules,
    games: frozenset[str],
    every: Sequence[WrittenLesson],
) -> Prepared:
    try:
        return prepare([lesson], house, games or None, every=every)
    except LessonError as error:
        _log.exception("The lesson %s is not taught: it does not hold.", lesson.key)
        return Prepared((), (LeftOut(lesson.key, "", str(error)),))


def _joined(parts: Sequence[Prepared]) -> Prepared:
    lessons: list[Lesson] = []
    left_out: list[LeftOut] = []
    for part in parts:
        lessons += part.lessons
        left_out += part.left_out
    return Prepared(tuple(lessons), tuple(left_out))
