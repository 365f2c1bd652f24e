"""Times as the engine, the log and the pages count them: milliseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def milliseconds(moment: datetime) -> int:
    """Return a time in Unix milliseconds, exactly: a tablet's time must not lose one on its way to the log and back."""
    return (moment - _EPOCH) // _MILLISECOND


def from_milliseconds(value: int) -> datetime:
    """Return the time of Unix milliseconds, exactly, in UTC."""
    return _EPOCH + value * _MILLISECOND


def as_utc(read: datetime) -> datetime:
    """Return a time that raw SQL has read: SQLite's have no time zone and are UTC."""
    return read if read.tzinfo else read.replace(tzinfo=UTC)
