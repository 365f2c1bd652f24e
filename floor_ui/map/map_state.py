"""What a map shows after an update, and the message that brings a page from one state to the next."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils import timezone

from floor_ui.map.tile_html import tile_html
from floor_ui.map.tiles import TableTile
from journal.unix_time import milliseconds


@dataclass(frozen=True, slots=True)
class MapState:
    """A map as one update shows it, shared by all sockets with the same permissions.

    tiles: by primary key; parts: the HTML above and next to the tiles, by name.
    """

    tiles: Mapping[int, TableTile] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MapChanges:
    """The HTML that differs between two states: of tiles by primary key, and of parts by name."""

    tiles: Mapping[str, str]
    parts: Mapping[str, str]

    @cached_property
    def message(self) -> str:
        """Return the message for the pages; "" if nothing differs."""
        return tile_message(self.tiles, self.parts)


class SharedChanges:
    """The changes between states, computed and rendered once for all sockets that show the same one."""

    def __init__(self) -> None:
        # The states are stored as well, so that no other object can get their ids.
        self._changes: dict[tuple[int, int], tuple[MapState, MapState, MapChanges]] = {}

    def between(self, before: MapState, after: MapState) -> MapChanges:
        """Return what differs."""
        key = (id(before), id(after))
        if key not in self._changes:
            tiles = [tile for pk, tile in after.tiles.items() if before.tiles.get(pk) is not tile]
            parts = {
                name: html for name, html in after.parts.items() if before.parts.get(name) != html
            }
            changes = MapChanges(rendered_tiles(tiles, len(after.tiles)), parts)
            self._changes[key] = (before, after, changes)
        return self._changes[key][2]


def rendered_tiles(tiles: Collection[TableTile], table_count: int) -> dict[str, str]:
    """Return the HTML of tiles by primary key. table_count: tables of the room."""
    now = timezone.now()
    return {str(tile.pk): tile_html(tile, now, table_count) for tile in tiles}


def tile_message(tiles: Mapping[str, str], parts: Mapping[str, str]) -> str:
    """Return a message with the HTML of tiles by primary key, and of parts by name; "" if there is neither."""
    if not (tiles or parts):
        return ""
    now = milliseconds(timezone.now())
    return json.dumps({"type": "tiles", "now": now, "tiles": tiles, "parts": parts})
