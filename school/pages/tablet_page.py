"""The data of the school's page on a tablet: the lessons under the house's rules, and the state of the tablet."""

import logging
from datetime import datetime

from celery import current_app

from poker.currency import currency
from school.lessons.taught import ReadyLessons, games_of_house, lessons_of_room, ready_lessons
from school.tablet.model import Lesson
from school.tablet.wire import SchoolPage, edition_of
from tables.effective_rules import rules_at
from tables.encrypted_pins import public_key
from tables.models import Device

PREPARE = "school.prepare"  # name of the task
PREPARE_WITHIN = 60  # seconds until the task's next scheduled run
_log = logging.getLogger(__name__)


def school_page(device: Device, *, now: datetime) -> SchoolPage:
    """Return the page's data for this tablet: lessons under its table's rules, in the games that the house deals.

    The page does not wait for lessons to be prepared; it shows the titles of those that are not ready.
    """
    lessons, preparing = ready_lessons_at(device, now=now)
    return SchoolPage(
        lessons=list(lessons),
        editions={
            exercise.id: edition_of(exercise) for lesson in lessons for exercise in lesson.exercises
        },
        table=device.table.name,
        is_idle=is_idle(device),
        pin_key=public_key(),
        currency=currency(),
        preparing=list(preparing),
    )


def lessons_at(device: Device, *, now: datetime) -> tuple[Lesson, ...]:
    """Return the lessons taught at a tablet's table, including the room's own."""
    house = rules_at(table_id=device.table_id, now=now)
    return lessons_of_room(device.table.room_id, house, games_of_house()).lessons


def ready_lessons_at(device: Device, *, now: datetime) -> ReadyLessons:
    """Return the lessons of `lessons_at` that are ready, and the titles of the others."""
    house = rules_at(table_id=device.table_id, now=now)
    return ready_lessons(device.table.room_id, house, games_of_house())


def let_worker_prepare() -> None:
    """Queue the preparation of all lessons. If that fails, the next scheduled run prepares them."""
    try:
        current_app.send_task(PREPARE, retry=False, expires=PREPARE_WITHIN)
    except Exception:
        _log.exception("Couldn't queue the preparation of the lessons")


def is_idle(device: Device) -> bool:
    """Return whether no game is open at the tablet's table."""
    return not device.table.is_open
