"""Task that applies a version to idle tables when it takes effect."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from rulings.models import Book
from rulings.publishing import rules_apply_all

RECENT = timedelta(minutes=10)  # a table that is dealing applies it with its next hand


def rules_begin() -> int:
    """Let tables between hands apply versions that took effect recently; return how many did."""
    now = timezone.now()
    books = Book.objects.filter(
        versions__effective_from__lte=now, versions__effective_from__gt=now - RECENT
    )
    return sum(rules_apply_all(book=book, now=now) for book in books.distinct())


task = shared_task(name="rulings.rules_begin")(rules_begin)
