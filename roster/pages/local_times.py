"""Local days and clock times on the pages of the roster, in the time zone of the house."""

import re
from datetime import UTC, date, datetime, timedelta

from django.http import Http404
from django.utils import timezone

from journal.unix_time import from_milliseconds, milliseconds
from poker.refusal import Refusal
from staff.clock_times import begins_at
from staff.time_zone import house_time_zone

YEARS = range(1900, 2200)
WEEK_DAYS = 7
HOUR = 60
CLOCK = re.compile(r"([01]?\d|2[0-4])(?::([0-5]\d))?")
DAY_MINUTES = 24 * HOUR
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def local(moment: int) -> datetime:
    """Return the local time of Unix milliseconds."""
    return timezone.localtime(from_milliseconds(moment))


def clock_text(moment: int) -> str:
    """Return a time such as 18:00."""
    return f"{local(moment):%H:%M}"


def short_clock(moment: int) -> str:
    """Return a time without the minutes of a whole hour, such as 18 or 18:30."""
    at = local(moment)
    return f"{at:%H:%M}" if at.minute else f"{at:%H}"


def minute_text(minute: int) -> str:
    """Return the clock time of a local minute of the day, such as 18:00; of one past midnight, 02:00."""
    return f"{minute // HOUR % 24:02}:{minute % HOUR:02}"


def day_text(day: str) -> str:
    """Return a local day such as "Mon, Nov 30"."""
    value = date.fromisoformat(day)
    return f"{value:%a, %b} {value.day}"


def days_text(first: str, last: str) -> str:
    """Return local days such as "Mon, Nov 30 to Wed, Dec 2", with the years if they differ."""
    if first == last:
        return day_text(first)
    if first[:4] == last[:4]:
        return f"{day_text(first)} to {day_text(last)}"
    return f"{day_text(first)}, {first[:4]} to {day_text(last)}, {last[:4]}"


def date_text(day: str) -> str:
    """Return a local day such as "Nov 30"."""
    value = date.fromisoformat(day)
    return f"{value:%b} {value.day}"


def hours_text(minutes: int) -> str:
    """Return minutes as hours, such as 8 h or 7.5 h."""
    hours, rest = divmod(minutes * 10 // HOUR, 10)
    return f"{hours}.{rest} h" if rest else f"{hours} h"


def local_day(moment: int) -> str:
    """Return the local day of Unix milliseconds."""
    return local(moment).date().isoformat()


def span_text(start: int, end: int) -> str:
    """Return two moments as 18:00 to 02:00."""
    return f"{clock_text(start)} to {clock_text(end)}"


def days_of(monday: str) -> tuple[str, ...]:
    """Return the seven local days of a week."""
    first = date.fromisoformat(monday)
    return tuple((first + timedelta(days=number)).isoformat() for number in range(WEEK_DAYS))


def monday_of(day: date) -> str:
    """Return the Monday of a day's week."""
    return (day - timedelta(days=day.weekday())).isoformat()


def weeks_from(monday: str, weeks: int) -> str:
    """Return the Monday that many weeks later."""
    return (date.fromisoformat(monday) + timedelta(weeks=weeks)).isoformat()


def monday_or_404(text: str) -> str:
    """Return a Monday from an address. Raises Http404 for any other text."""
    day = calendar_day(text)
    if day is None or day.weekday() or text != day.isoformat():
        raise Http404("week")
    return text


def calendar_day(text: str) -> date | None:
    """Return a day of an address or a form; None for any other text, or a year that no plan has."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return None
    return day if day.year in YEARS else None


def read_day(text: str) -> str:
    """Return a typed day. Raises `Refusal`: `date_unreadable`."""
    day = calendar_day(text)
    if day is None:
        raise Refusal("date_unreadable", "", value=text[:30])
    return day.isoformat()


def read_minute(text: str) -> int:
    """Return the minute of the day of a typed time such as 18, 18:00 or 24:00. Raises `Refusal`: `roster_time`."""
    match = CLOCK.fullmatch(text.strip())
    minute = int(match[1]) * HOUR + int(match[2] or 0) if match else DAY_MINUTES + 1
    if minute > DAY_MINUTES:
        raise Refusal("roster_time", "", value=text[:20])
    return minute


def moment_at(day: str, minute: int) -> int:
    """Return the Unix milliseconds of a local minute of a day; from 1440 on, of the days after it."""
    days, rest = divmod(minute, DAY_MINUTES)
    at = date.fromisoformat(day) + timedelta(days=days)
    moment = begins_at(at, minute_text(rest), house_time_zone())
    return milliseconds(moment.astimezone(UTC))


def read_span(day: str, start: str, end: str) -> tuple[int, int]:
    """Return start and end of a shift in Unix milliseconds. An end that is not after the start is on the next day.

    Raises `Refusal`: `roster_time`.
    """
    first = read_minute(start)
    last = read_minute(end)
    if last <= first:
        last += DAY_MINUTES
    return moment_at(day, first), moment_at(day, last)
