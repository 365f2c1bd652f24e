"""Jobs: rollups are brought up to date, reports of what is over are stored, and mailed."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from reports.rolling.room import room_roll
from reports.stored.keeping import room_keep
from reports.stored.mailing import mails_send
from reports.stored.paper import papers_make
from tables.models import Room

LATE = timedelta(seconds=5)  # a command that is being stored just now belongs to the next pass


def roll() -> int:
    """Roll every room in which it is as late as here; how many."""
    rooms = list(Room.objects.filter(own_time=False))
    for room in rooms:
        room_roll(room, until=timezone.now() - LATE)
    return len(rooms)


task = shared_task(name="reports.roll")(roll)


def store() -> int:
    """Store the reports of shifts and days that are over, and make their papers; how many reports."""
    rooms = Room.objects.filter(own_time=False)
    stored = sum(room_keep(room, now=timezone.now()) for room in rooms)
    papers_make()
    return stored


storing = shared_task(name="reports.store")(store)
mails = shared_task(name="reports.mail")(mails_send)
