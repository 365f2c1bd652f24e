"""A room's opening hours: how they are written, and whether a room is open. Pure.

Moments are in the room's time zone. Hours are stored as text: "Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00", and "" for
all day, every day. A closing time that is not after the opening time is on the next day. Days that are not named are
closed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from poker.refusal import Refusal
from staff.clock_times import begins_at

ALWAYS = "All day, every day"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
EVERY_DAY = "Daily"
LONGEST = 200  # characters of a text
_PART = re.compile(
    r"(?P<days>[A-Za-z]+(?: day)?)(?: ?- ?(?P<last>[A-Za-z]+))? "
    r"(?:(?P<closed>closed)|(?P<opens>[0-9: apm]+?) ?- ?(?P<closes>[0-9: apm]+))",
    re.IGNORECASE,
)
_TIME = re.compile(r"(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-9]{2}))? ?(?P<half>am|pm)?")
# The opening and the closing time of each day, Monday first; None for a closed day.
Week = tuple[tuple[time, time] | None, ...]


@dataclass(frozen=True, slots=True)
class OpeningState:
    """Whether a room is open.

    changes_at: when it closes or opens; None if that does not change within a week.
    """

    is_open: bool
    changes_at: datetime | None = None


def parse_hours(text: str) -> str:
    """Return hours in their stored form: "" for all day. Raises `Refusal`: `bad_hours`."""
    plain = " ".join(text.replace(chr(0x2013), "-").split())
    if plain.casefold() in ("", ALWAYS.casefold(), "always", "24/7"):
        return ""
    week: list[tuple[time, time] | None] = [None] * len(DAYS)
    named: set[int] = set()
    for part in plain.split(","):
        match = _PART.fullmatch(part.strip())
        days = _days(match["days"], match["last"]) if match else []
        span = _span(match["opens"], match["closes"]) if match and not match["closed"] else None
        is_closed = match is not None and match["closed"] is not None
        if not days or named & set(days) or (span is None and not is_closed):
            raise Refusal("bad_hours", "", text=part.strip()[:40])
        named |= set(days)
        for day in days:
            week[day] = span
    if not any(week):
        raise Refusal("bad_hours", "", text=plain[:40])
    return format_week(tuple(week))


def format_hours(hours: str) -> str:
    """Return hours for people: "All day, every day" instead of an empty text."""
    return hours or ALWAYS


def format_week(week: Week) -> str:
    """Return a week in its stored form. Consecutive days with the same hours are one part."""
    parts = []
    first = 0
    for day in range(1, len(DAYS) + 1):
        if day < len(DAYS) and week[day] == week[first]:
            continue
        if span := week[first]:
            last = "" if day - 1 == first else f"-{DAYS[day - 1]}"
            days = EVERY_DAY if day - first == len(DAYS) else f"{DAYS[first]}{last}"
            parts.append(f"{days} {span[0]:%H:%M}-{span[1]:%H:%M}")
        first = day
    return ", ".join(parts)


def opening_state(moment: datetime, hours: str) -> OpeningState:
    """Return whether a room with these hours is open at a moment, which is aware and in the room's time zone."""
    if not hours:
        return OpeningState(True)
    later = [span for span in _spans(_week(hours), moment) if span[1] > moment]
    if not later:
        return OpeningState(False)
    begins, ends = later[0]
    if begins > moment:
        return OpeningState(False, begins)
    return OpeningState(True, ends if ends - moment < timedelta(days=7) else None)


def _week(hours: str) -> Week:
    """Return the days of stored hours."""
    week: list[tuple[time, time] | None] = [None] * len(DAYS)
    for part in hours.split(", "):
        days, _, times = part.rpartition(" ")
        first, _, last = days.partition("-")
        opens, _, closes = times.partition("-")
        for day in _days(first, last):
            week[day] = (time.fromisoformat(opens), time.fromisoformat(closes))
    return tuple(week)


def _spans(week: Week, moment: datetime) -> list[tuple[datetime, datetime]]:
    """Return the periods in which the room is open, from the day before to a week later. Adjacent periods
    are merged.
    """
    merged: list[tuple[datetime, datetime]] = []
    for begins, ends in _each_day(week, moment):
        if merged and begins <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(ends, merged[-1][1]))
        else:
            merged.append((begins, ends))
    return merged


def _each_day(week: Week, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
    zone = moment.tzinfo
    assert zone is not None
    for ahead in range(-1, len(DAYS) + 2):
        day: date = moment.date() + timedelta(days=ahead)
        span = week[day.weekday()]
        if span is not None:
            last = day if span[1] > span[0] else day + timedelta(days=1)
            yield (
                begins_at(day, f"{span[0]:%H:%M}", zone),
                begins_at(last, f"{span[1]:%H:%M}", zone),
            )


def _days(first: str, last: str | None) -> list[int]:
    """Return the numbers of days from one to another, even past Sunday; an empty list for unknown days."""
    if first.casefold() in ("daily", "every day") and not last:
        return list(range(len(DAYS)))
    names = [day.casefold() for day in DAYS]
    ends = [name[:3].casefold() for name in (first, last or first)]
    if any(name not in names for name in ends):
        return []
    begin, end = (names.index(name) for name in ends)
    return [(begin + step) % len(DAYS) for step in range((end - begin) % len(DAYS) + 1)]


def _span(opens: str, closes: str) -> tuple[time, time] | None:
    times = [_time(opens), _time(closes)]
    return None if times[0] is None or times[1] is None else (times[0], times[1])


def _time(text: str) -> time | None:
    """Return the time of "10:00", "10 am" or "24:00", which is midnight."""
    match = _TIME.fullmatch(text.strip().casefold())
    if match is None:
        return None
    hour = int(match["hour"])
    minute = int(match["minute"] or 0)
    half = match["half"]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    if (hour, minute) == (24, 0):
        hour = 0
    return time(hour, minute) if hour < 24 and minute < 60 else None
