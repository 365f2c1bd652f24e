"""Scheduled tasks of the lineup."""

from celery import shared_task
from django.utils import timezone

from lineup.due_pushes import notify_due_pushes


def lineup_clock() -> int:
    """Announce due pushes and ends of breaks; return the number of rooms that had any."""
    return notify_due_pushes(timezone.now())


clock = shared_task(name="tables.lineup_clock")(lineup_clock)
