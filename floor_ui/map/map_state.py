"""What a map shows after an update, and the message that brings a page from one state to the next."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils import timezone

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


def tile_message(tiles: Mapping[str, str], parts: Mapping[str, str]) -> str:
    """Return a message with the HTML of tiles by primary key, and of parts by name; "" if there is neither."""
    if not (tiles or parts):
        return ""
    now = milliseconds(timezone.now())
    return json.dumps({"type": "tiles", "now": now, "tiles": tiles, "parts": parts})
