"""Tasks of tournaments."""

from celery import shared_task
from django.utils import timezone

from tables.models import Table
from tournaments.models import EventTable, ScheduledEvent
from tournaments.table_sync import sync_tables


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
