"""Supervisors' sections on the map, with their tables."""

from collections.abc import Collection
from dataclasses import dataclass

from floor_ui.map.tiles import TableTile
from lineup.pages.sections import SectionRow, blocks
from lineup.rules.state import Lineup

COLORS = 5  # of section bars


@dataclass(frozen=True, slots=True)
class SectionTiles:
    """A block of tiles."""

    index: int  # index of the block
    section: SectionRow | None  # the section, None for tables without one
    tiles: tuple[TableTile, ...]
    alone: bool  # the room has no sections

    @property
    def color(self) -> int:
        """Return the number of its color."""
        return self.index % COLORS

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
