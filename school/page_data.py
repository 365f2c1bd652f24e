"""What the school's page gets with itself: the lessons under the house's rules, and the state of its tablet."""

from datetime import datetime
from hashlib import sha256

import msgspec

from dealer_ui.school.model import Exercise, Lesson
from dealer_ui.school.wire import SchoolPage
from poker.currency import currency
from school.taught import games_of_house, lessons_of_room
from tables.effective_rules import rules_at
from tables.encrypted_pins import public_key
from tables.models import Device


def edition_of(exercise: Exercise) -> str:
    """Return the hash of an exercise as it is dealt: a result names what was dealt, also after a lesson has changed."""
    return sha256(msgspec.json.encode(exercise)).hexdigest()


def school_page(device: Device, *, now: datetime) -> SchoolPage:
    """Return the page's data for this tablet: lessons under its table's rules, in the games that the house deals."""
    lessons = lessons_at(device, now=now)
    return SchoolPage(
        lessons=list(lessons),
        editions={one.id: edition_of(one) for lesson in lessons for one in lesson.exercises},
        table=device.table.name,
        is_idle=is_idle(device),
        pin_key=public_key(),
        currency=currency(),
    )


def lessons_at(device: Device, *, now: datetime) -> tuple[Lesson, ...]:
    """Return the lessons as they are taught at a tablet's table, the room's own included."""
    house = rules_at(table_id=device.table_id, now=now)
    return lessons_of_room(device.table.room_id, house, games_of_house()).lessons


def is_idle(device: Device) -> bool:
    """Return whether no game is open at the tablet's table."""
    return not device.table.view.table.open
