"""The job that brings the rollups up to date."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from reports.rolling.room import room_roll
from tables.models import Room

LATE = timedelta(seconds=5)  # a command that is being stored just now belongs to the next pass


def roll() -> int:
    """Roll every room in which it is as late as here; how many."""
    rooms = list(Room.objects.filter(own_time=False))
    for room in rooms:
        room_roll(room, until=timezone.now() - LATE)
    return len(rooms)


task = shared_task(name="reports.roll")(roll)
