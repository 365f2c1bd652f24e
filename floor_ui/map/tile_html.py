"""A tile as HTML, cached until it changes, so that all pages and sockets of a room render it once."""

from datetime import datetime
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from floor_ui.map.tiles import LARGE_TABLES, TableTile

CACHED_TILES = 4096  # tiles of a few kilobytes each


def tile_html(tile: TableTile, now: datetime, table_count: int) -> SafeString:
    """Return the HTML of a tile at this time. Rooms with few tables have large tiles."""
    is_large = table_count <= LARGE_TABLES
    return _rendered(tile, tile.minutes(now), tile.is_push_due(now), is_large)


@lru_cache(maxsize=CACHED_TILES)
def _rendered(tile: TableTile, minutes: int, is_push_due: bool, is_large: bool) -> SafeString:
    template = "floor_ui/_tile_large.html" if is_large else "floor_ui/_tile.html"
    return render_to_string(
        template, {"tile": tile, "minutes": minutes, "is_push_due": is_push_due}
    )
