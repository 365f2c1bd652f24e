"""Supervisors' sections and tournaments on the map, with their tables."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from floor_ui.map.tiles import TableTile
from lineup.pages.sections import SectionRow, blocks
from lineup.rules.state import Lineup
from tournaments.room_events import RoomEvent, of_table

COLORS = 5  # of section bars


@dataclass(frozen=True, slots=True)
class SectionTiles:
    """Tables under one strip: those of a section, of an event, or the others."""

    index: int  # of the block
    section: SectionRow | None  # None for tables without a section
    tiles: tuple[TableTile, ...]
    alone: bool  # the room has neither sections nor events
    event: RoomEvent | None = None
    supervisor: str = ""  # of the event's tables, if one section has them all

    @property
    def key(self) -> str:
        """Return what tells it apart: the key of its section, or the number of its event."""
        if self.event:
            return f"event{self.event.number}"
        return self.section.key if self.section else ""

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


def groups(
    tiles: Collection[TableTile], dealers: Lineup, events: Sequence[RoomEvent] = ()
) -> list[SectionTiles]:
    """Return the cash tables by section in order of creation, those without a section, then each event's tables."""
    section_rows = blocks(dealers)
    section_of = {name: section.key for section in dealers.sections for name in section.tables}
    cash = [tile for tile in tiles if of_table(events, tile.name) is None]
    sections = [
        SectionTiles(
            at,
            block,
            tuple(tile for tile in cash if section_of.get(tile.name) == block.key),
            False,
        )
        for at, block in enumerate(section_rows)
    ]
    unassigned = tuple(tile for tile in cash if tile.name not in section_of)
    is_alone = not section_rows and not events
    if unassigned or not (section_rows or events):
        sections.append(SectionTiles(len(section_rows), None, unassigned, is_alone))
    for at, event in enumerate(events, len(section_rows) + 1):
        of_event = tuple(tile for tile in tiles if tile.name in event.tables)
        names = {section_of.get(tile.name) for tile in of_event}
        supervisors = [block.name for block in section_rows if {block.key} == names]
        supervisor = supervisors[0] if supervisors else ""
        sections.append(SectionTiles(at, None, of_event, False, event, supervisor))
    return sections
