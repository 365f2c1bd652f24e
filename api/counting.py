"""How often something was asked in a span of time, counted for all processes."""

from django.core.cache import caches


def counted(key: str, span: int, now: int) -> int:
    """One more in this span of so many seconds; how many there were, with this one. now: Unix seconds."""
    cache, name = caches["api"], f"{key}.{now // span}"
    cache.add(name, 0, 2 * span)
    try:
        return int(cache.incr(name))
    except ValueError:  # it was put out between the two lines
        return 1
