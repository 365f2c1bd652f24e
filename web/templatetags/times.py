"""Template filters for clock times, dates and durations."""

from datetime import datetime

from django import template
from django.utils import timezone

from journal.unix_time import from_milliseconds, milliseconds

register = template.Library()


@register.filter
def format_time(moment: datetime | None) -> str:
    """Return a time such as 21:40:48 in the room's time zone."""
    return f"{timezone.localtime(moment):%H:%M:%S}" if moment else ""


@register.filter
def at_clock(milliseconds: int) -> str:
    """Return a time such as 21:40 in the room's time zone from Unix milliseconds."""
    moment = from_milliseconds(milliseconds)
    return f"{timezone.localtime(moment):%H:%M}"


@register.filter
def time_of(moment: datetime | None) -> str:
    """Return a time such as 21:40 in the room's time zone."""
    return f"{timezone.localtime(moment):%H:%M}" if moment else ""


@register.filter
def moment(at: datetime | None, now: datetime) -> str:
    """Return a time such as 21:40; with the day if it is not today, such as 20 Nov 21:40."""
    if at is None:
        return ""
    today = timezone.localdate(at) == timezone.localdate(now)
    return time_of(at) if today else f"{day(at)} {time_of(at)}"


@register.filter
def day(moment: datetime | None) -> str:
    """Return a date such as 21 Nov in the room's time zone."""
    return f"{timezone.localtime(moment):%b %-d}" if moment else ""


@register.filter
def lasted(seconds: int | None) -> str:
    """Return a duration such as 1:31 or 1:02:03."""
    if seconds is None:
        return ""
    hours, rest = divmod(int(seconds), 3600)
    minutes, seconds_left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{seconds_left:02d}" if hours else f"{minutes}:{seconds_left:02d}"


@register.filter
def epoch(moment: datetime | None) -> int:
    """Return Unix milliseconds for the page's counters."""
    return milliseconds(moment) if moment else 0
