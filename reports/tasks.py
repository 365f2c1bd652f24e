"""Jobs: rollups are brought up to date, logs are proved, reports of what is over are stored, and mailed."""

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from audit.recording import record
from journal.proving import streams_prove
from reports.rolling.room import room_roll
from reports.stored.keeping import room_keep
from reports.stored.mailing import mails_send
from reports.stored.paper import papers_make
from tables.models import Room

_log = logging.getLogger("floorbook.reports")
LATE = timedelta(seconds=5)  # a command that is being stored just now belongs to the next pass


def roll() -> int:
    """Roll every room in which it is as late as here; how many."""
    rooms = list(Room.objects.filter(own_time=False))
    for room in rooms:
        room_roll(room, until=timezone.now() - LATE)
    return len(rooms)


task = shared_task(name="reports.roll")(roll)


def prove() -> int:
    """Prove what is new in the logs, and some of what is old again; how many were found broken just now."""
    now = timezone.now()
    broken = streams_prove(now)
    for key in broken:
        _log.error("the chain of the log %s is broken", key)
        record("system.clock", "log_broken", now=now, about=("log", key))
    return len(broken)


proving = shared_task(name="reports.prove")(prove)


def store() -> int:
    """Store the reports of shifts and days that are over, and make their papers; how many reports."""
    rooms = Room.objects.filter(own_time=False)
    stored = sum(room_keep(room, now=timezone.now()) for room in rooms)
    papers_make()
    return stored


storing = shared_task(name="reports.store")(store)
mails = shared_task(name="reports.mail")(mails_send)
