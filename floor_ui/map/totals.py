"""Totals of the room: the counts above the map, and the longest waits next to it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from floor_ui.map.tiles import TableTile

MAX_PUSHES = 12  # pushes listed by name


@dataclass(frozen=True, slots=True)
class RoomTotals:
    """Totals of a room."""

    tables: int
    running: int
    seated: int
    seats: int
    pace: str
    tables_with_pace: int
    short: int
    calls: tuple[TableTile, ...]
    pushes: tuple[TableTile, ...]
    more_pushes: int  # pushes that are not listed
    open_seats: int  # seats that any player can be given
    offline: tuple[TableTile, ...]  # tables with an offline tablet, the longest first


def room_totals(tiles: Collection[TableTile], now: datetime) -> RoomTotals:
    """Return the totals of these tables."""
    running = [tile for tile in tiles if tile.is_open]
    paced = [tile.pace for tile in running if tile.pace is not None and not tile.offline_since]
    calls = [tile for tile in tiles if tile.call]
    calls.sort(key=lambda tile: (not tile.call.escalated, tile.call.at) if tile.call else (True, 0))
    pushes = sorted((tile for tile in running if tile.is_push_due(now)), key=lambda tile: tile.due)
    return RoomTotals(
        tables=len(tiles),
        running=len(running),
        seated=sum(tile.taken for tile in running),
        seats=sum(len(tile.taken_seats) for tile in running),
        pace=f"{sum(paced) / len(paced):.1f}" if paced else "-",
        tables_with_pace=len(paced),
        short=sum(tile.is_short for tile in running),
        calls=tuple(calls),
        pushes=tuple(pushes[:MAX_PUSHES]),
        more_pushes=max(0, len(pushes) - MAX_PUSHES),
        open_seats=sum(len(tile.open_seats) for tile in running),
        offline=tuple(
            sorted(
                (tile for tile in running if tile.offline_since),
                key=lambda tile: tile.offline_since,
            )
        ),
    )
