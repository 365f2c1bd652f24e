"""Messages of the rulebook's pages."""

from datetime import datetime

from django.utils import timezone


def day(moment: datetime) -> str:
    """Return a date such as 1 Oct 2026 in the room's time zone."""
    return f"{timezone.localtime(moment):%b %-d, %Y}"


def day_time(moment: datetime) -> str:
    """Return a time such as Mon 23 Nov 2026, 06:00 in the room's time zone."""
    return f"{timezone.localtime(moment):%a, %b %-d, %Y, %H:%M}"


def published(number: int, effective_from: datetime) -> str:
    """Return the message to the manager who published a version."""
    since = day_time(effective_from)
    return f"Version {number} is published and takes effect {since}. A hand in progress finishes under the old version."
