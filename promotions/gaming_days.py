"""Gaming days of a room: a day begins with its first shift."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

from drop.models import policy_of
from staff.clock_times import clock_time
from staff.models import Room


def first_hour(room: Room) -> time:
    """Return the time at which a gaming day of a room begins."""
    return min(clock_time(hour) for _, hour in policy_of(room).shifts)


def gaming_day(room: Room, now: datetime) -> str:
    """Return the gaming day of a moment, such as "2026-11-29"."""
    local = timezone.localtime(now).replace(tzinfo=None)
    begins = first_hour(room)
    since_midnight = timedelta(hours=begins.hour, minutes=begins.minute)
    return (local - since_midnight).date().isoformat()


def day_starts(room: Room, day: date) -> datetime:
    """Return the moment at which a gaming day begins."""
    return datetime.combine(day, first_hour(room), timezone.get_current_timezone())


def day_after(day: str, days: int) -> str:
    """Return the day this many days later."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()
