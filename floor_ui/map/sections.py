"""The supervisors' sections on the map: blocks of tiles with their heads, pips above, who comes next where."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zlib import crc32

from django.template.loader import render_to_string

from floor_ui.dealers.sections import Block, blocks
from floor_ui.map.tiles import Tile
from poker.lineup.state import Dealers
from tables.dealers.coming import pushes_of

MOST = 8  # sections whose pips stand above the map


@dataclass(frozen=True, slots=True)
class Group:
    """One block of tiles. block: whose; None for tables without a section, or where the room has none at all."""

    at: int
    block: Block | None
    tiles: tuple[Tile, ...]
    alone: bool  # the room has no sections

    @property
    def running(self) -> int:
        """How many are open."""
        return sum(one.is_open for one in self.tiles)

    @property
    def seated(self) -> int:
        """How many sit at them."""
        return sum(one.taken for one in self.tiles if one.is_open)

    @property
    def chairs(self) -> int:
        """Of those that are open."""
        return sum(len(one.chairs) for one in self.tiles if one.is_open)


def groups(tiles: Collection[Tile], dealers: Dealers) -> list[Group]:
    """The tiles by section, in the order in which sections were made; then those without one."""
    there = blocks(dealers)
    whose = {name: one.key for one in dealers.sections for name in one.tables}
    found = [
        Group(at, block, tuple(one for one in tiles if whose.get(one.name) == block.key), False)
        for at, block in enumerate(there)
    ]
    left = tuple(one for one in tiles if one.name not in whose)
    if left or not there:
        found.append(Group(len(there), None, left, not there))
    return found


def said(tiles: Collection[Tile], dealers: Dealers, room_id: int, now: datetime) -> dict[str, Any]:
    """What the parts around the tiles say of sections and of who comes next."""
    found = groups(tiles, dealers)
    ms = int(now.timestamp() * 1000)
    pushes = pushes_of(room_id, dealers, ms).values()
    there = blocks(dealers)
    return {
        "groups": found,
        "layout": layout(found),
        "blocks": there[:MOST],
        "more_blocks": max(0, len(there) - MOST),
        "coming": {push.table: push.inward.name for push in pushes if push.inward},
        "whose": {name: one.name for one in dealers.sections for name in one.tables},
        "down": dealers.policy.down_minutes,
    }


def heads(found: Sequence[Group]) -> Mapping[str, str]:
    """The heads of the blocks as they stand now, by their place."""
    if found[0].alone:
        return {}
    return {
        f"head{one.at}": render_to_string("floor_ui/_map_head.html", {"one": one}) for one in found
    }


def layout(found: Sequence[Group]) -> int:
    """Another number when a tile belongs into another block."""
    named = [(one.block.key if one.block else "", [tile.pk for tile in one.tiles]) for one in found]
    return crc32(repr(named).encode())
