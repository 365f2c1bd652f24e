"""A shift and its day that are stored, corrected since, and mailed in vain; two rulings that differ, somebody who was
warned twice; laid by `manage.py shell`.
"""

from datetime import UTC, datetime, timedelta

from journal.chain_verification import verify_streams
from players.models import Player
from players.sanctions import sanction_give
from reports.archive.archiving import room_archive_reports
from reports.archive.mailing import addresses_set
from reports.models import DayTable, Mailing
from tables.models import Room, Staff
from tests.reports.rows import night
from tests.reports.test_consistency import _ruling

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


def lay() -> None:
    """A room with a time of its own, so that no job goes on with it."""
    made = night(Staff.objects.get(badge="101"), Staff.objects.get(badge="102"))
    Room.objects.filter(pk=made.room.pk).update(own_time=True)
    made.room.rolled.until = int(NOW.timestamp())
    made.room.rolled.save()
    rowan, kettle = Staff.objects.get(badge="201"), Player.objects.create(alias="Copper kettle")
    _ruling(made.tables[1], rowan, 100)
    _ruling(made.tables[1], rowan, 101, outcome="", result="It stands.", decision="overridden")
    for why in ("Splashed the pot.", "Splashed it again."):
        sanction_give(player=kettle, kind="warning", until=None, reason=why, by=rowan.key, now=NOW)
    addresses_set(room=made.room, text="oak@room.example", now=NOW - timedelta(days=9))
    verify_streams(NOW)
    room_archive_reports(made.room, now=NOW)
    Mailing.objects.update(state="sent", tries=1, ended_at=NOW)
    cell = DayTable.objects.filter(room=made.room)[0]
    DayTable.objects.filter(pk=cell.pk).update(hands=cell.hands - 1)
    room_archive_reports(made.room, now=NOW + timedelta(hours=1))
    lost = Mailing.objects.filter(state="queued")
    lost.update(state="failed", tries=6, error="[Errno 111] Connection refused", ended_at=NOW)
