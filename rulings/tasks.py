"""The job that brings a version to tables that stand idle when it begins to count."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from rulings.models import Book
from rulings.publishing import rules_everywhere

LATELY = timedelta(minutes=10)  # a table that is dealing takes it up with its next hand anyway


def rules_begin() -> int:
    """Tables between hands take up versions that began to count lately; how many did."""
    now = timezone.now()
    begun = Book.objects.filter(
        versions__effective_from__lte=now, versions__effective_from__gt=now - LATELY
    )
    return sum(rules_everywhere(book=book, now=now) for book in begun.distinct())


task = shared_task(name="rulings.rules_begin")(rules_begin)
