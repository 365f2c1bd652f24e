"""The rows of the map: the number of tables in a row, and the parts of sections in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from floor_ui.map.sections import SectionTiles
from floor_ui.map.tiles import LARGE_TABLES, TableTile

COLUMNS = (
    (LARGE_TABLES, 5),
    (18, 6),
    (28, 7),
)  # a room with up to this many tables has this many columns
MOST_COLUMNS = 8


@dataclass(frozen=True, slots=True)
class SectionRun:
    """The part of a section in one row: the strip above it, and its tiles."""

    index: int  # position on the map
    section: SectionTiles
    tiles: tuple[TableTile, ...]
    goes_on: bool  # the section began in an earlier row

    @property
    def key(self) -> str:
        return f"head{self.index}"


def column_count(tables: int) -> int:
    """Return how many tables a row has in a room with this many."""
    return next((columns for most, columns in COLUMNS if tables <= most), MOST_COLUMNS)


def rows(sections: Sequence[SectionTiles]) -> list[list[SectionRun]]:
    """Return the rows of the map. Sections do not start a new row."""
    flow = [(section, tile) for section in sections for tile in section.tiles]
    columns = column_count(len(flow))
    map_rows: list[list[SectionRun]] = []
    seen: set[int] = set()
    count = 0
    for start in range(0, len(flow), columns):
        strips = []
        for index, run in groupby(flow[start : start + columns], key=lambda pair: pair[0].index):
            pairs = list(run)
            section = pairs[0][0]
            tiles = tuple(tile for _, tile in pairs)
            strips.append(SectionRun(count, section, tiles, index in seen))
            seen.add(index)
            count += 1
        map_rows.append(strips)
    return map_rows
