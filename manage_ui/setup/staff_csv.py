"""Step 5: staff from a file, and the end of the setup."""

from datetime import datetime

from django.db import transaction

from ops.installation import lock_begun_setup, setup_finish
from staff.audit.recording import Actor
from staff.models import Room
from staff.staff_import import StaffFile, staff_import


def finish(*, data: bytes | None, rooms: list[Room], by: Actor, now: datetime) -> StaffFile:
    """Import the lines that are ready, if there is a file, and end the setup: both or neither.

    Raises `Refusal`: `setup_closed`, and as `staff.staff_import.staff_read`.
    """
    with transaction.atomic():
        lock_begun_setup()
        found = StaffFile() if data is None else staff_import(data, rooms=rooms, by=by, now=now)
        setup_finish(by=by, now=now)
    return found
