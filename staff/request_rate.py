"""Requests of one kind from one place in the current minute, counted across all processes."""

from datetime import datetime

from django.core.cache import caches

MINUTE = 60  # seconds


def count_request(kind: str, place: str, now: datetime) -> int:
    """Count a request; return how many of its kind came from the place in this minute of the clock."""
    cache = caches["api"]
    key = f"{kind}.{place.replace(' ', '-')}.{int(now.timestamp()) // MINUTE}"
    cache.add(key, 0, 2 * MINUTE)
    try:
        return int(cache.incr(key))
    except ValueError:  # the key expired between add() and incr()
        return 1


def seconds_left(now: datetime) -> int:
    """Return the seconds until the next minute of the clock."""
    return MINUTE - int(now.timestamp()) % MINUTE
