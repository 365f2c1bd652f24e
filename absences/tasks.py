"""The scheduled task of absences: the floor is notified when a limit is reached."""

from celery import shared_task
from django.utils import timezone

from absences.away_players import players_away
from absences.models import AwayPlayer
from staff.models import Room
from tables import table_screens
from web.floor_screens import notify_floor


def limits_pass() -> int:
    """Refresh the floor's pages for each absence whose limit was reached since the last run; return how many."""
    now = timezone.now()
    count = 0
    waiting = AwayPlayer.objects.filter(limit_passed=False).values("table__room")
    for room in Room.objects.filter(pk__in=waiting, own_time=False):
        for player in players_away(room.pk, now):
            if not player.standing.is_over:
                continue
            rows = AwayPlayer.objects.filter(
                table=player.table, seat=player.seat, limit_passed=False
            )
            if rows.update(limit_passed=True):
                notify_floor(room_id=room.pk, table_id=player.table.pk)
                table_screens.send_refresh(table_id=player.table.pk)
                count += 1
    return count


task = shared_task(name="absences.limits_pass")(limits_pass)
