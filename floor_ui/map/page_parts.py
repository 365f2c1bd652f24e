"""The parts of the map around its tiles: section heads, pushes with the next dealer, supervisors."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TypedDict
from zlib import crc32

from django.template.loader import render_to_string
from django.utils import timezone

from absences.away_players import PlayerAway, players_away
from floor_ui.call_queue import MAX_RULINGS
from floor_ui.map.sections import SectionTiles, groups
from floor_ui.map.tiles import LARGE_TABLES, TableTile
from journal.unix_time import milliseconds
from lineup.next_dealer import pushes_of
from lineup.rules.plan import Push
from lineup.rules.state import Lineup
from lineup.sign_offs import push_warnings
from rulings.calls.models import Ruling
from tournaments.room_events import RoomEvent

COMING_PUSHES = 5  # listed after the due pushes

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
    """Return the rows of the map. Sections share rows; an event starts a new one."""
    columns = column_count(sum(len(section.tiles) for section in sections))
    cash = [section for section in sections if section.event is None]
    blocks = [cash, *([section] for section in sections if section.event)]
    map_rows: list[list[SectionRun]] = []
    for block in blocks:
        map_rows += _block_rows(block, columns, sum(map(len, map_rows)))
    return map_rows


def _block_rows(
    sections: Sequence[SectionTiles], columns: int, first_index: int
) -> list[list[SectionRun]]:
    flow = [(section, tile) for section in sections for tile in section.tiles]
    block_rows: list[list[SectionRun]] = []
    seen: set[int] = set()
    count = first_index
    for start in range(0, len(flow), columns):
        strips = []
        for index, run in groupby(flow[start : start + columns], key=lambda pair: pair[0].index):
            pairs = list(run)
            section = pairs[0][0]
            tiles = tuple(tile for _, tile in pairs)
            strips.append(SectionRun(count, section, tiles, index in seen))
            seen.add(index)
            count += 1
        block_rows.append(strips)
    return block_rows


class PartsContext(TypedDict):
    """The template context of the parts around the tiles.

    layout: a fingerprint that changes when a tile moves; pushes: by table, with the sign-offs that the next dealer
    lacks; supervisors: their names by table; down: minutes of a down; away: absent players, those over a limit first;
    ruled: table and time of today's rulings, newest first.
    """

    sections: list[SectionTiles]
    events: Sequence[RoomEvent]
    rows: list[list[SectionRun]]
    columns: int
    has_sections: bool
    layout: int
    pushes: dict[str, Push]
    push_warnings: dict[str, str]
    coming_pushes: list[Push]
    supervisors: dict[str, str]
    down: int
    away: list[PlayerAway]
    ruled: list[tuple[str, datetime]]


def parts_context(
    tiles: Collection[TableTile],
    dealers: Lineup,
    events: Sequence[RoomEvent],
    room_id: int,
    now: datetime,
) -> PartsContext:
    sections = groups(tiles, dealers, events)
    map_rows = rows(sections)
    ms = milliseconds(now)
    pushes = pushes_of(room_id, dealers, ms)
    coming = [push for push in pushes.values() if push.out and push.due > ms]
    return {
        "sections": [section for section in sections if section.tiles],
        "events": events,
        "rows": map_rows,
        "columns": column_count(len(tiles)),
        "has_sections": not sections[0].alone,
        "layout": _layout(map_rows),
        "pushes": pushes,
        "push_warnings": push_warnings(room_id, pushes),
        "coming_pushes": sorted(coming, key=lambda push: push.due)[:COMING_PUSHES],
        "supervisors": {
            name: section.name for section in dealers.sections for name in section.tables
        },
        "down": dealers.policy.down_minutes,
        "away": players_away(room_id, now),
        "ruled": _ruled_today(room_id, now),
    }


def _ruled_today(room_id: int, now: datetime) -> list[tuple[str, datetime]]:
    rows = Ruling.objects.filter(
        room=room_id, day=timezone.localdate(now), kind=Ruling.Kind.RULING
    ).order_by("-pk")
    return list(rows.values_list("table__name", "at")[:MAX_RULINGS])


def heads(map_rows: Sequence[Sequence[SectionRun]], events: Sequence[RoomEvent]) -> dict[str, str]:
    """Return the HTML of the section heads by id; empty if the room has neither sections nor events."""
    return {
        strip.key: render_to_string("floor_ui/_map_head.html", {"strip": strip, "events": events})
        for row in map_rows
        for strip in row
        if not strip.section.alone
    }


def _layout(map_rows: Sequence[Sequence[SectionRun]]) -> int:
    named = [
        (
            strip.section.key,
            [tile.pk for tile in strip.tiles],
        )
        for row in map_rows
        for strip in row
    ]
    return crc32(repr(named).encode())
