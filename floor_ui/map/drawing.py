"""A tile as HTML, kept while nothing about it changes: pages and sockets of a room draw it once."""

from datetime import datetime
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from floor_ui.map.tiles import Tile

KEPT = 4096  # tiles, a few thousand bytes each


def drawn(one: Tile, now: datetime) -> SafeString:
    """The tile as it stands now."""
    return _drawn(one, one.minutes(now), one.pushed(now))


@lru_cache(maxsize=KEPT)
def _drawn(one: Tile, minutes: int, pushed: bool) -> SafeString:
    return render_to_string(
        "floor_ui/_tile.html", {"one": one, "minutes": minutes, "pushed": pushed}
    )
