"""Totals of the room: the counts above the map, and the longest waits next to it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from floor_ui.map.tiles import TableTile

MAX_PUSHES = 12  # pushes listed by name


@dataclass(frozen=True, slots=True)
class RoomTotals:
    tables: int
    running: int
    seated: int
    seats: int
    pace: str
    tables_with_pace: int
    short: int
    # Calls that no one is on the way to come first; within each group escalated calls, then the oldest.
    calls: tuple[TableTile, ...]
    pushes: tuple[TableTile, ...]  # all due pushes, the longest overdue first
    open_seats: int  # seats open to any player
    offline: tuple[TableTile, ...]  # tables with an offline tablet, the longest outage first

    @property
    def listed_pushes(self) -> tuple[TableTile, ...]:
        return self.pushes[:MAX_PUSHES]

    @property
    def more_pushes(self) -> tuple[TableTile, ...]:
        return self.pushes[MAX_PUSHES:]


def room_totals(tiles: Collection[TableTile], now: datetime) -> RoomTotals:
    running = [tile for tile in tiles if tile.is_open]
    paced = [tile.pace for tile in running if tile.pace is not None and not tile.offline_since]
    calls = [(tile, tile.call) for tile in tiles if tile.call]
    calls.sort(key=lambda pair: (bool(pair[1].stage), not pair[1].escalated, pair[1].at))
    pushes = sorted((tile for tile in running if tile.is_push_due(now)), key=lambda tile: tile.due)
    return RoomTotals(
        tables=len(tiles),
        running=len(running),
        seated=sum(tile.taken for tile in running if tile.is_cash),
        seats=sum(len(tile.taken_seats) for tile in running if tile.is_cash),
        pace=f"{sum(paced) / len(paced):.1f}" if paced else "-",
        tables_with_pace=len(paced),
        short=sum(tile.is_short for tile in running),
        calls=tuple(tile for tile, _ in calls),
        pushes=tuple(pushes),
        open_seats=sum(len(tile.open_seats) for tile in running),
        offline=tuple(
            sorted(
                (tile for tile in running if tile.offline_since),
                key=lambda tile: tile.offline_since,
            )
        ),
    )
