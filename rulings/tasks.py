"""Tasks: rulebook versions that take effect, calls that no one has seen, and alerts for phones."""

from datetime import datetime, timedelta

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from rulings.alerts.delivery import TASK_NAME, deliver_alerts
from rulings.alerts.queueing import queue_for_everyone
from rulings.calls.models import Call
from rulings.models import Book
from rulings.publishing import rules_apply_all
from web.floor_screens import notify_floor

RECENT = timedelta(minutes=10)  # a table with a hand in progress applies it with the next hand


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


def rules_begin() -> int:
    """Let tables between hands apply versions that took effect recently; return how many did."""
    now = timezone.now()
    books = Book.objects.filter(
        versions__effective_from__lte=now, versions__effective_from__gt=now - RECENT
    )
    return sum(rules_apply_all(book=book, now=now) for book in books.distinct())


task = shared_task(name="rulings.rules_begin")(rules_begin)


def calls_unseen() -> int:
    """Escalate to everyone the calls that no one has seen in time; return how many."""
    return escalate_unseen_calls(timezone.now())


unseen = shared_task(name="rulings.calls_unseen")(calls_unseen)
alerts = shared_task(name=TASK_NAME)(deliver_alerts)
