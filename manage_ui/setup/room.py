"""Step 2: the room with its currency, hours, minimum age and shifts, created once, changed when done again."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from drop.models import policy_of
from drop.shifts import format_shifts
from manage_ui.setup.forms import RoomStepForm
from ops.installation import lock_begun_setup, refuse_demo
from outbox.phones.keys import public_key
from staff.audit.recording import Actor, record
from staff.models import Room
from tables.currency import currency_change
from tables.opening_hours import format_hours


def save_room(data: Mapping[str, object], *, by: Actor, now: datetime) -> RoomStepForm:
    """Store what was entered; return the form, which says what is wrong if nothing was stored.

    Raises `Refusal`: `setup_closed`, `currency_final`, `demo_running`, `demo_unfinished`.
    """
    with transaction.atomic():
        row = lock_begun_setup()
        if row.room is None:
            refuse_demo(row, now)
        form = RoomStepForm(data, room=row.room)
        if not form.is_valid():
            return form
        currency_change(code=form.cleaned_data["currency"], by=by, now=now)
        room, is_new = row.room or Room(), row.room is None
        before = None if is_new else _values(room)
        data = form.cleaned_data
        room.name, room.minimum_age = data["name"], data["minimum_age"]
        room.opening_hours = data["opening_hours"]
        room.save()
        policy = policy_of(room)
        policy.shifts = form.hours
        policy.save()
        if is_new:
            public_key(now)  # makes the key of alerts
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
    return form


def _values(room: Room) -> dict[str, object]:
    shifts = format_shifts(policy_of(room).shifts)
    return {
        "name": room.name,
        "open": format_hours(room.opening_hours),
        "minimum age": room.minimum_age,
        "shifts": shifts,
    }
