"""What the whole room adds up to: counts above the map, and who waits longest beside it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from floor_ui.map.tiles import Tile

MOST = 12  # pushes that are listed by name


@dataclass(frozen=True, slots=True)
class Summed:
    """The room's counts. open_chairs: that anybody may be given; silent: whose tablet is, the longest first;
    more_pushes: how many are not listed.
    """

    tables: int
    running: int
    seated: int
    chairs: int
    pace: str
    paced: int
    short: int
    calls: tuple[Tile, ...]
    pushes: tuple[Tile, ...]
    more_pushes: int
    open_chairs: int
    silent: tuple[Tile, ...]


def summed(tiles: Collection[Tile], now: datetime) -> Summed:
    """The counts of these tables."""
    running = [one for one in tiles if one.is_open]
    paced = [one.pace for one in running if one.pace is not None and not one.silent]
    calls = [one for one in tiles if one.call]
    calls.sort(key=lambda one: (not one.call.escalated, one.call.at) if one.call else (True, 0))
    pushes = sorted((one for one in running if one.pushed(now)), key=lambda one: one.due)
    return Summed(
        tables=len(tiles),
        running=len(running),
        seated=sum(one.taken for one in running),
        chairs=sum(len(one.chairs) for one in running),
        pace=f"{sum(paced) / len(paced):.1f}" if paced else "-",
        paced=len(paced),
        short=sum(one.is_short for one in running),
        calls=tuple(calls),
        pushes=tuple(pushes[:MOST]),
        more_pushes=max(0, len(pushes) - MOST),
        open_chairs=sum(len(one.open_seats) for one in running),
        silent=tuple(sorted((one for one in running if one.silent), key=lambda one: one.silent)),
    )
