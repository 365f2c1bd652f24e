"""Scheduled tasks of the lineup."""

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from journal.unix_time import milliseconds
from lineup.actions import LINEUP, lineup_initialize, notify_pages
from lineup.next_dealer import NOTICE, is_push_near, refresh_tablets
from lineup.rules.plan import plan
from lineup.rules.state import Lineup
from staff.models import Room

INTERVAL_SECONDS = 10  # seconds between two runs
WINDOW_MS = 2 * INTERVAL_SECONDS * 1000  # twice the interval, so that a late run misses nothing


def notify_due_pushes(now: datetime) -> int:
    """Announce due pushes and ends of breaks; return the number of rooms that had any.

    Creates missing lineups.
    """
    now_ms = milliseconds(now)
    rooms = 0
    for room_id in Room.objects.values_list("pk", flat=True):
        seq, lineup = LINEUP.load(room_id)
        if not seq:
            rooms += lineup_initialize(room_id=room_id, now=now)
            continue
        rooms += _announce(room_id, lineup, now_ms)
    return rooms


def _announce(room_id: int, dealers: Lineup, now: int) -> bool:
    """Announce what became due since the last run, and refresh the tablets whose next dealer has changed."""
    pushes = plan(dealers, now)
    push_times = [push.due for push in pushes]
    break_ends = [dealer.until for dealer in dealers.duty if dealer.until]
    is_due = any(now - WINDOW_MS < at <= now for at in (*push_times, *break_ends))
    if is_due:
        notify_pages(room_id)
    refresh_tablets(
        room_id,
        [
            push.table
            for push in pushes
            if is_push_near(push, now)
            and any(now - WINDOW_MS < at <= now for at in (push.due, push.due - NOTICE))
        ],
    )
    return is_due


def lineup_clock() -> int:
    """Announce due pushes and ends of breaks; return the number of rooms that had any."""
    return notify_due_pushes(timezone.now())


clock = shared_task(name="tables.lineup_clock")(lineup_clock)
