"""Tasks: roll up, verify the logs, archive the reports of ended periods, and mail them."""

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from journal.chain_verification import verify_streams
from reports.archive.archiving import room_archive_reports
from reports.archive.mailing import mails_send
from reports.archive.pdf import papers_make
from reports.pages.file_jobs import TASK, file_make, files_remove
from reports.rollups.room import room_roll_up
from staff.audit.recording import record
from staff.models import Room

_log = logging.getLogger("floorbook.reports")
LAG = timedelta(seconds=5)  # commands that are being stored now are left for the next pass


def roll() -> int:
    """Roll up every room that uses the server's clock; return how many."""
    rooms = list(Room.objects.filter(own_time=False))
    for room in rooms:
        room_roll_up(room, until=timezone.now() - LAG)
    return len(rooms)


task = shared_task(name="reports.roll")(roll)


def prove() -> int:
    """Verify the new part of the logs and some of the old; return how many were broken."""
    now = timezone.now()
    broken = verify_streams(now)
    for key in broken:
        _log.error("hash chain broken in log %s", key)
        record("system.clock", "log_broken", now=now, about=("log", key))
    return len(broken)


proving = shared_task(name="reports.prove")(prove)


def store() -> int:
    """Archive the reports of ended shifts and days, and create their PDFs; return how many reports."""
    rooms = Room.objects.filter(own_time=False)
    stored = sum(room_archive_reports(room, now=timezone.now()) for room in rooms)
    papers_make()
    files_remove(timezone.now())
    return stored


storing = shared_task(name="reports.store")(store)
making = shared_task(name=TASK)(file_make)
mails = shared_task(name="reports.mail")(mails_send)
