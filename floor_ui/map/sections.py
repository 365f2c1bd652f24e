"""Supervisors' sections on the map: blocks of tiles with heads, pips above, and the next dealers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zlib import crc32

from django.template.loader import render_to_string

from floor_ui.dealers.sections import SectionRow, blocks
from floor_ui.map.tiles import TableTile
from journal.unix_time import milliseconds
from poker.lineup.state import Lineup
from tables.dealers.next_dealer import pushes_of

MAX_SECTIONS = 8  # sections whose pips are shown above the map


@dataclass(frozen=True, slots=True)
class SectionTiles:
    """A block of tiles."""

    index: int  # index of the block
    section: SectionRow | None  # the section, None for tables without one
    tiles: tuple[TableTile, ...]
    alone: bool  # the room has no sections

    @property
    def running(self) -> int:
        """Return how many tables are open."""
        return sum(tile.is_open for tile in self.tiles)

    @property
    def seated(self) -> int:
        """Return how many players are seated at open tables."""
        return sum(tile.taken for tile in self.tiles if tile.is_open)

    @property
    def seats(self) -> int:
        """Return how many seats the open tables have."""
        return sum(len(tile.taken_seats) for tile in self.tiles if tile.is_open)


def groups(tiles: Collection[TableTile], dealers: Lineup) -> list[SectionTiles]:
    """Return the tiles by section in order of creation, then those without one."""
    section_rows = blocks(dealers)
    whose = {name: one.key for one in dealers.sections for name in one.tables}
    sections = [
        SectionTiles(
            at, block, tuple(one for one in tiles if whose.get(one.name) == block.key), False
        )
        for at, block in enumerate(section_rows)
    ]
    left = tuple(one for one in tiles if one.name not in whose)
    if left or not section_rows:
        sections.append(SectionTiles(len(section_rows), None, left, not section_rows))
    return sections


def section_html(
    tiles: Collection[TableTile], dealers: Lineup, room_id: int, now: datetime
) -> dict[str, Any]:
    """Return the template context of the parts around the tiles: sections and next dealers."""
    sections = groups(tiles, dealers)
    ms = milliseconds(now)
    pushes = pushes_of(room_id, dealers, ms).values()
    section_rows = blocks(dealers)
    return {
        "groups": sections,
        "layout": layout(sections),
        "sections": section_rows[:MAX_SECTIONS],
        "more_sections": max(0, len(section_rows) - MAX_SECTIONS),
        "next_dealers": {push.table: push.inward.name for push in pushes if push.inward},
        "supervisors": {
            name: section.name for section in dealers.sections for name in section.tables
        },
        "down": dealers.policy.down_minutes,
    }


def heads(sections: Sequence[SectionTiles]) -> Mapping[str, str]:
    """Return the HTML of the block heads by position."""
    if sections[0].alone:
        return {}
    return {
        f"head{section.index}": render_to_string("floor_ui/_map_head.html", {"group": section})
        for section in sections
    }


def layout(sections: Sequence[SectionTiles]) -> int:
    """Return a fingerprint that changes when a tile moves to another block."""
    named = [
        (section.section.key if section.section else "", [tile.pk for tile in section.tiles])
        for section in sections
    ]
    return crc32(repr(named).encode())
