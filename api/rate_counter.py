"""Request counters per time window, shared by all processes."""

from django.core.cache import caches


def increment(key: str, span: int, now: int) -> int:
    """Count one more in the current window of `span` seconds and return the total. `now`: Unix seconds."""
    cache, name = caches["api"], f"{key}.{now // span}"
    cache.add(name, 0, 2 * span)
    try:
        return int(cache.incr(name))
    except ValueError:  # the key expired between add() and incr()
        return 1
