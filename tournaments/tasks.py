"""Scheduled tasks of tournaments: levels that begin by the clock, and tables that a stopped server left behind."""

from datetime import datetime
from uuid import uuid4

from celery import shared_task
from django.utils import timezone

from journal.unix_time import milliseconds
from poker.refusal import Refusal
from tables.models import Table
from tournaments.actions import load_tournament, tournament_execute
from tournaments.models import EventSummary, EventTable, ScheduledEvent
from tournaments.rules.clock import begun_segments
from tournaments.rules.commands import BeginLevel
from tournaments.rules.state import Tournament
from tournaments.table_sync import sync_tables

CLOCK = "system.clock"


def levels_begin_at(now: datetime) -> int:
    """Record the levels and breaks that have begun by the clocks; return the number of events with any.

    The log decides again under its lock, so two workers record each level once.
    """
    running = EventSummary.objects.filter(status="running", event__room__own_time=False)
    count = 0
    for event_id in running.values_list("event", flat=True):
        _, event = load_tournament(event_id)
        if _is_due(event, now):
            count += _begin(event_id, now)
    return count


def _is_due(event: Tournament, now: datetime) -> bool:
    return bool(begun_segments(event.plan, event.clock, milliseconds(now), event.begun))


def _begin(event_id: int, now: datetime) -> bool:
    """Record the levels of one event; return whether another worker had not done so."""
    try:
        result = tournament_execute(
            event_id=event_id,
            command_id=str(uuid4()),
            command=BeginLevel(),
            actor=CLOCK,
            now=now,
        )
    except Refusal:  # the event has just ended
        return False
    return bool(result.events)


def levels_begin() -> int:
    """Record the levels and breaks that have begun by now."""
    return levels_begin_at(timezone.now())


begin_task = shared_task(name="tournaments.levels_begin")(levels_begin)


def sync_running_events() -> int:
    """Bring the tables of running events in line with them, if a stopped server missed it; return how many events."""
    now = timezone.now()
    events = ScheduledEvent.objects.filter(summary__status="running")
    for event in events:
        own = EventTable.objects.filter(event=event).values_list("name", flat=True)
        playing = Table.objects.filter(room=event.room_id, stream__view__event__event=str(event.pk))
        names = {*own, *playing.values_list("name", flat=True)}
        sync_tables(event.pk, sorted(names), now=now)
    return len(events)


sync_task = shared_task(name="tournaments.sync_tables")(sync_running_events)
