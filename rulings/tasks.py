"""Tasks: rulebook versions that take effect, calls that no one has seen, and alerts for phones."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from rulings.alerts.delivery import TASK_NAME, deliver_alerts
from rulings.alerts.unseen import escalate_unseen_calls
from rulings.models import Book
from rulings.publishing import rules_apply_all

RECENT = timedelta(minutes=10)  # a table with a hand in progress applies it with the next hand


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
