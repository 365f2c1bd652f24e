"""Conversions of times to and from milliseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def milliseconds(moment: datetime) -> int:
    """Return a time in Unix milliseconds.

    The conversion is exact: a tablet's time must not lose a millisecond on its way into the log and back.
    """
    return (moment - _EPOCH) // _MILLISECOND


def from_milliseconds(value: int) -> datetime:
    """Return the UTC time of Unix milliseconds, exactly."""
    return _EPOCH + value * _MILLISECOND


def as_utc(moment: datetime) -> datetime:
    """Return a time from a raw SQL query in UTC. SQLite's times have no time zone and are in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
