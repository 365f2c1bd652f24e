"""A call that no one has seen within the room's time limit goes to everyone on duty, once, as an automatic
escalation.
"""

from datetime import datetime, timedelta

from django.db import transaction

from rulings.alerts.queueing import queue_for_everyone
from rulings.calls.models import Call
from web.floor_screens import notify_floor


def escalate_unseen_calls(now: datetime) -> int:
    """Escalate the open calls that no one has seen in time; return how many. Simulated rooms have their own time."""
    calls = Call.objects.filter(
        status=Call.Status.OPEN, seen_at=None, escalated_at=None, room__own_time=False
    )
    rows = calls.select_related("room", "table")
    late = [call for call in rows if call.called_at <= now - _allowed(call)]
    return sum(_escalate(call, now) for call in late)


def _allowed(call: Call) -> timedelta:
    return timedelta(seconds=call.room.unseen_call_seconds)


def _escalate(call: Call, now: datetime) -> bool:
    """Escalate a call; return False if it was seen or escalated concurrently."""
    with transaction.atomic():
        rows = Call.objects.filter(
            pk=call.pk, status=Call.Status.OPEN, seen_at=None, escalated_at=None
        )
        if not rows.update(escalated_at=now, escalated_by=""):
            return False
        call.escalated_at = now
        notify_floor(room_id=call.room_id, table_id=call.table_id)
        queue_for_everyone(call, now)
    return True
