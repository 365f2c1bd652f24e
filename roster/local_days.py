"""Local days of the house, with their midnights and the clock changes between them."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import TypeAlias

from django.utils import timezone

from journal.unix_time import from_milliseconds, milliseconds
from poker.refusal import Refusal
from roster.rules.local_time import ClockChange, LocalDay
from roster.rules.people import MINUTE

DAY = timedelta(days=1)
AROUND = 15  # days before a week and after it, which the checks of rest and days in a row read
Days: TypeAlias = tuple[LocalDay, ...]


def midnight(day: date) -> datetime:
    """Return the moment at which a local day begins."""
    return datetime.combine(day, time(), timezone.get_current_timezone())


def monday_of(moment: datetime) -> date:
    """Return the Monday of the local week of a moment."""
    day = timezone.localdate(moment)
    return day - timedelta(days=day.weekday())


def calendar_day(text: str) -> date:
    """Return a day such as "2026-11-30". Raises `Refusal`: `roster_day`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("roster_day", "", day=text[:20]) from None


def days_around(monday: date) -> tuple[Days, tuple[ClockChange, ...]]:
    """Return the local days of a week and of the two weeks before and after it, and the clock changes in them."""
    numbers = range(-AROUND, 7 + AROUND + 1)
    dates = [monday + timedelta(days=number) for number in numbers]
    days = tuple(
        LocalDay(day.isoformat(), milliseconds(midnight(day)), day.weekday()) for day in dates
    )
    changes = [
        change for first, second in pairwise(days) if (change := _change_between(first, second))
    ]
    return days, tuple(changes)


def _change_between(first: LocalDay, second: LocalDay) -> ClockChange | None:
    """Return the clock change between two midnights, to the minute, or None."""
    low, high = first.midnight, second.midnight
    before, after = _offset(low), _offset(high)
    if before == after:
        return None
    while high - low > MINUTE:
        middle = (low + high) // 2 // MINUTE * MINUTE
        if _offset(middle) == before:
            low = middle
        else:
            high = middle
    return ClockChange(high, after - before)


def _offset(moment: int) -> int:
    """Return the minutes by which local time is ahead of UTC."""
    offset = timezone.localtime(from_milliseconds(moment)).utcoffset()
    assert offset is not None
    return int(offset.total_seconds()) // 60
