"""Supervisors' sections on the map, with their tables."""

from collections.abc import Collection
from dataclasses import dataclass

from floor_ui.map.tiles import TableTile
from lineup.pages.sections import SectionRow, blocks
from lineup.rules.state import Lineup

COLORS = 5  # of section bars


@dataclass(frozen=True, slots=True)
class SectionTiles:
    index: int  # of the block
    section: SectionRow | None  # None for tables without a section
    tiles: tuple[TableTile, ...]
    alone: bool  # the room has no sections

    @property
    def color(self) -> int:
        return self.index % COLORS

    @property
    def running(self) -> int:
        return sum(tile.is_open for tile in self.tiles)

    @property
    def seated(self) -> int:
        """Return how many players sit at open tables."""
        return sum(tile.taken for tile in self.tiles if tile.is_open)

    @property
    def seats(self) -> int:
        return sum(len(tile.taken_seats) for tile in self.tiles if tile.is_open)


def groups(tiles: Collection[TableTile], dealers: Lineup) -> list[SectionTiles]:
    """Return the tiles by section in order of creation, then those without a section."""
    section_rows = blocks(dealers)
    section_of = {name: section.key for section in dealers.sections for name in section.tables}
    sections = [
        SectionTiles(
            at,
            block,
            tuple(tile for tile in tiles if section_of.get(tile.name) == block.key),
            False,
        )
        for at, block in enumerate(section_rows)
    ]
    unassigned = tuple(tile for tile in tiles if tile.name not in section_of)
    if unassigned or not section_rows:
        sections.append(SectionTiles(len(section_rows), None, unassigned, not section_rows))
    return sections
