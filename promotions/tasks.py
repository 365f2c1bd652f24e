"""Scheduled tasks of promotions: hours of closed sessions, drop and counts of funds, promotions of tables.

A room with its own time, such as a simulated one, records and compares at its own moments.
"""

from celery import shared_task
from django.utils import timezone

from promotions.fund_ledger import record_days
from promotions.hours_earned import earn_hours
from promotions.hours_log import load_hours
from promotions.table_sync import sync_room
from staff.models import Room
from tables.plaque_names import names


def earn_all() -> int:
    """Compute what newly closed sessions of all rooms earned; return the number of sessions."""
    now = timezone.now()
    named = names()
    return sum(
        earn_hours(room, load_hours(room.pk).card, named, now)
        for room in Room.objects.order_by("pk")
    )


earn_task = shared_task(name="promotions.earn_hours")(earn_all)


def record_all() -> int:
    """Record what tables dropped and what was counted in all rooms with funds; return the number of changed entries."""
    now = timezone.now()
    rooms = Room.objects.filter(funds__isnull=False, own_time=False).distinct().order_by("pk")
    return sum(record_days(room, now) for room in rooms)


record_task = shared_task(name="promotions.record_days")(record_all)


def sync_all() -> int:
    """Bring the tables of all rooms in line with their promotions; return the number of commands that were sent."""
    now = timezone.now()
    rooms = Room.objects.filter(own_time=False).order_by("pk")
    return sum(sync_room(room, now) for room in rooms)


sync_task = shared_task(name="promotions.sync_tables")(sync_all)
