"""Natural sort order of table and room names: T2 before T10."""

import re
from functools import lru_cache

SortKey = tuple[tuple[bool, int, str], ...]


@lru_cache(maxsize=10_000)
def natural_order(name: str) -> SortKey:
    """Return a sort key for the name of a table or a room that puts T2 before T10."""
    parts = (part for part in re.split(r"([0-9]+)", name) if part)
    return tuple((False, int(part), "") if part.isdecimal() else (True, 0, part) for part in parts)
