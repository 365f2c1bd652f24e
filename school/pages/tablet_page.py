"""What the school's page gets with itself: the lessons under the house's rules, and the state of its tablet."""

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

PREPARE = "school.prepare"  # the task
PREPARE_WITHIN = 60  # seconds; the scheduled run comes then
_log = logging.getLogger(__name__)


def school_page(device: Device, *, now: datetime) -> SchoolPage:
    """Return the page's data for this tablet: lessons under its table's rules, in the games that the house deals.

    It waits for no lesson: those that are not prepared yet are named.
    """
    lessons, preparing = ready_lessons_at(device, now=now)
    return SchoolPage(
        lessons=list(lessons),
        editions={one.id: edition_of(one) for lesson in lessons for one in lesson.exercises},
        table=device.table.name,
        is_idle=is_idle(device),
        pin_key=public_key(),
        currency=currency(),
        preparing=list(preparing),
    )


def lessons_at(device: Device, *, now: datetime) -> tuple[Lesson, ...]:
    """Return the lessons as they are taught at a tablet's table, the room's own included."""
    house = rules_at(table_id=device.table_id, now=now)
    return lessons_of_room(device.table.room_id, house, games_of_house()).lessons


def ready_lessons_at(device: Device, *, now: datetime) -> ReadyLessons:
    """Return the lessons of `lessons_at` that are ready."""
    house = rules_at(table_id=device.table_id, now=now)
    return ready_lessons(device.table.room_id, house, games_of_house())


def let_worker_prepare() -> None:
    """Queue the preparation of all lessons; if that fails, the scheduled run prepares them."""
    try:
        current_app.send_task(PREPARE, retry=False, expires=PREPARE_WITHIN)
    except Exception:
        _log.exception("Couldn't queue the preparation of the lessons")


def is_idle(device: Device) -> bool:
    """Return whether no game is open at the tablet's table."""
    return not device.table.view.table.open
