"""Numbers of rulings, which restart each day of the room's calendar."""

from datetime import datetime

from django.utils import timezone

from rulings.calls.models import Ruling
from staff.models import Room


def number_next(room: Room, now: datetime) -> str:
    """Return the next number of the day, such as "R 1121-58". The room is locked, so that numbers are unique."""
    Room.objects.select_for_update().get(pk=room.pk)
    day = timezone.localdate(now)
    return f"R {day:%m%d}-{Ruling.objects.filter(room=room, day=day).count() + 1:02d}"
