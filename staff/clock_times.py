"""Conversion of local clock times to moments."""

from datetime import UTC, date, datetime, time, tzinfo


def begins_at(day: date, hour: str, zone: tzinfo) -> datetime:
    """Return when a shift of that hour begins on a day: "06:00" is local time in every season.

    If daylight saving skips the hour, the result is later by the skipped time; if it repeats the hour, the first is
    used.
    """
    wall = datetime.combine(day, clock_time(hour), zone)
    return wall.astimezone(UTC).astimezone(zone)


def clock_time(text: str) -> time:
    """Return a clock time such as 6:00 or 06:00."""
    return time.fromisoformat(text if len(text) == 5 else f"0{text}")
