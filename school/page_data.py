"""What the school's page gets with itself: the lessons under the house's rules, and the state of its tablet."""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256

import msgspec

from dealer_ui.school.model import Exercise, Lesson
from dealer_ui.school.wire import SchoolPage
from poker.currency import currency
from poker.rules import HouseRules
from school.house_lessons import taught_texts
from school.lesson_files import LessonError, WrittenLesson, lesson_files, read_lesson
from school.prepare import prepare
from school.prepared_files import stored_lessons
from tables.effective_rules import rules_at
from tables.encrypted_pins import public_key
from tables.models import Device, Plaque

MOST_HOUSES = 8  # sets of rules and games whose lessons a process keeps

_log = logging.getLogger(__name__)


def edition_of(exercise: Exercise) -> str:
    """Return the hash of an exercise as it is dealt: a result names what was dealt, also after a lesson has changed."""
    return sha256(msgspec.json.encode(exercise)).hexdigest()


def school_page(device: Device, *, now: datetime) -> SchoolPage:
    """Return the page's data for this tablet: lessons under its table's rules, in the games that the house deals."""
    house, games = rules_at(table_id=device.table_id, now=now), games_of_house()
    own = prepared_own(taught_texts(device.table.room_id), house, games)
    lessons = (*prepared_lessons(house, games), *own)
    return SchoolPage(
        lessons=list(lessons),
        editions={one.id: edition_of(one) for lesson in lessons for one in lesson.exercises},
        table=device.table.name,
        is_idle=is_idle(device),
        pin_key=public_key(),
        currency=currency(),
    )


def is_idle(device: Device) -> bool:
    """Return whether no game is open at the tablet's table."""
    return not device.table.view.table.open


def games_of_house() -> frozenset[str]:
    """Return the keys of the games on the house's plaques, those of a rotation included; empty without a plaque."""
    games: set[str] = set()
    for game, rotation in Plaque.objects.values_list("game", "rotation").distinct():
        games.add(game)
        games.update(str(leg["game"]) for leg in rotation)
    return frozenset(games)


@lru_cache(maxsize=MOST_HOUSES)
def prepared_lessons(house: HouseRules, games: frozenset[str]) -> tuple[Lesson, ...]:
    """Return the lessons as a house teaches them; a house without a plaque is taught every game.

    A lesson that the engine does not play as it is written is not taught; the log names it.
    """

    def prepare_all() -> tuple[Lesson, ...]:
        every = lesson_files()
        return tuple(lesson for one in every for lesson in _prepared(one, house, games, every))

    return stored_lessons(house, games, prepare_all)


@lru_cache(maxsize=MOST_HOUSES)
def prepared_own(
    texts: tuple[str, ...], house: HouseRules, games: frozenset[str]
) -> tuple[Lesson, ...]:
    """Return the lessons of a room's managers as the house plays them now; the log names one that does not hold."""
    prepared: list[Lesson] = []
    for text in texts:
        try:
            prepared += prepare([read_lesson(text)], house, games or None).lessons
        except LessonError:
            _log.exception("A lesson of the room is not taught: it does not hold.")
    return tuple(prepared)


def _prepared(
    lesson: WrittenLesson,
    house: HouseRules,
    games: Collection[str],
    every: Sequence[WrittenLesson],
) -> tuple[Lesson, ...]:
    try:
        return prepare([lesson], house, games or None, every=every).lessons
    except LessonError:
        _log.exception("The lesson %s is not taught: it does not hold.", lesson.key)
        return ()
