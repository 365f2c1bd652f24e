"""Step 2: storing the room with its currency, hours, minimum age and shifts."""

from datetime import datetime

from drop.models import policy_of
from drop.shifts import format_shifts
from manage_ui.setup.setup import RoomPart
from ops.installation import lock_begun_setup, refuse_demo
from outbox.phones.keys import public_key
from staff.audit.recording import Actor, record
from staff.models import Room
from tables.currency import currency_change
from tables.opening_hours import format_hours


def store_room(part: RoomPart, *, by: Actor, now: datetime) -> None:
    """Create the room, or change it if this step was done before.

    Raises `Refusal`: `setup_closed`, `currency_final`, `demo_running`, `demo_unfinished`.
    """
    row = lock_begun_setup()
    is_new = row.room is None
    if is_new:
        refuse_demo(row, now)
    currency_change(code=part.currency, by=by, now=now)
    room = row.room or Room()
    before = None if is_new else _values(room)
    room.name = part.name
    room.minimum_age = part.minimum_age
    room.opening_hours = part.opening_hours
    room.save()
    policy = policy_of(room)
    policy.shifts = part.shifts
    policy.save()
    if is_new:
        public_key(now)  # creates the key for phone alerts
        row.room = room
        row.save(update_fields=["room"])
    record(
        by,
        "setting_added" if is_new else "setting_changed",
        now=now,
        about=room,
        room=room.pk,
        before=before,
        after=_values(room),
    )


def _values(room: Room) -> dict[str, object]:
    shifts = format_shifts(policy_of(room).shifts)
    return {
        "name": room.name,
        "open": format_hours(room.opening_hours),
        "minimum age": room.minimum_age,
        "shifts": shifts,
    }
