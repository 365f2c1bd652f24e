"""A shift and its day that are stored, corrected since, and mailed in vain; laid by `manage.py shell`."""

from datetime import UTC, datetime, timedelta

from journal.proving import streams_prove
from reports.models import DayTable, Mailing
from reports.stored.keeping import room_keep
from reports.stored.mailing import addresses_set
from tables.models import Room, Staff
from tests.reports.rows import night

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


def lay() -> None:
    """A room with a time of its own, so that no job goes on with it."""
    made = night(Staff.objects.get(badge="101"), Staff.objects.get(badge="102"))
    Room.objects.filter(pk=made.room.pk).update(own_time=True)
    made.room.rolled.until = int(NOW.timestamp())
    made.room.rolled.save()
    addresses_set(room=made.room, text="oak@room.example", now=NOW - timedelta(days=9))
    streams_prove(NOW)
    room_keep(made.room, now=NOW)
    Mailing.objects.update(state="sent", tries=1, ended_at=NOW)
    cell = DayTable.objects.filter(room=made.room)[0]
    DayTable.objects.filter(pk=cell.pk).update(hands=cell.hands - 1)
    room_keep(made.room, now=NOW + timedelta(hours=1))
    lost = Mailing.objects.filter(state="queued")
    lost.update(state="failed", tries=6, error="[Errno 111] Connection refused", ended_at=NOW)
