"""An archived shift and day, corrected since, with failed mails; two different rulings and a player
with two warnings; created by `manage.py shell`.
"""

from datetime import UTC, datetime, timedelta

from journal.chain_verification import verify_streams
from players.models import Player
from players.sanctions import sanction_give
from reports.archive.archiving import room_archive_reports
from reports.archive.mailing import addresses_set
from reports.models import ReportEmail, TableDay
from staff.models import Room, Staff
from tests.support.report_rows import create_night
from tests.support.ruled_twice import _create_ruling

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


def create_past_events() -> None:
    """A room with a time of its own, so that no job goes on with it."""
    simulated_night = create_night(Staff.objects.get(badge="101"), Staff.objects.get(badge="102"))
    Room.objects.filter(pk=simulated_night.room.pk).update(own_time=True)
    simulated_night.room.rolled.until = int(NOW.timestamp())
    simulated_night.room.rolled.save()
    simulated_night.room.staff.set(Staff.objects.all())
    rowan = Staff.objects.get(badge="201")
    kettle = Player.objects.create(alias="Copper kettle")
    _create_ruling(simulated_night.tables[1], rowan, 100)
    _create_ruling(
        simulated_night.tables[1],
        rowan,
        101,
        outcome="",
        result="It stands.",
        decision="overridden",
    )
    for reason in ("Splashed the pot.", "Splashed it again."):
        sanction_give(
            player=kettle, kind="warning", until=None, reason=reason, by=rowan.key, now=NOW
        )
    addresses_set(room=simulated_night.room, text="oak@room.example", now=NOW - timedelta(days=9))
    verify_streams(NOW)
    room_archive_reports(simulated_night.room, now=NOW)
    ReportEmail.objects.update(state="sent", tries=1, ended_at=NOW)
    cell = TableDay.objects.filter(room=simulated_night.room)[0]
    TableDay.objects.filter(pk=cell.pk).update(hands=cell.hands - 1)
    room_archive_reports(simulated_night.room, now=NOW + timedelta(hours=1))
    queued_mails = ReportEmail.objects.filter(state="queued")
    queued_mails.update(
        state="failed", tries=6, error="[Errno 111] Connection refused", ended_at=NOW
    )
