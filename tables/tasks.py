"""Scheduled tasks of tables: offline tablets, plaques, typical pace."""

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from staff.models import Room
from tables import pace, scheduled_plaques, tablet_heartbeat

_first_run: list[datetime] = []


def tablets_silent() -> int:
    """Mark offline tablets, counted from this process's first run: it received no heartbeat before."""
    now = timezone.now()
    if not _first_run:
        _first_run.append(now)
    return tablet_heartbeat.tablets_mark_offline(now=now, since=_first_run[0])


listen = shared_task(name="tables.tablets_silent")(tablets_silent)


def paces_keep() -> None:
    """Refresh the typical pace of each room."""
    for room in Room.objects.values_list("pk", flat=True):
        pace.paces_refresh(room_id=room, now=timezone.now())


measure = shared_task(name="tables.paces_keep")(paces_keep)


def plaques_begin() -> int:
    """Publish scheduled plaque and collection changes that are due; return how many."""
    return scheduled_plaques.plaques_apply_due(now=timezone.now())


begin = shared_task(name="tables.plaques_begin")(plaques_begin)
