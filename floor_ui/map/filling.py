"""Chairs to fill, as the map's rail has them: who is called to one, who would be next for another."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from floor_ui.map.tiles import Tile
from poker.waiting.state import Lists
from tables.chairs import keeping
from tables.lists.following import following
from tables.models import Staff

MOST = 12  # rows that are listed
How = Literal["called", "held", "next"]


@dataclass(frozen=True, slots=True)
class Chair:
    """An open chair with whoever may have it. until: Unix milliseconds; more: other chairs open at the table."""

    table: str
    seat: int
    game: str
    line: str
    how: How
    name: str
    number: int
    until: int = 0
    more: int = 0

    @property
    def key(self) -> str:
        """The same chair and the same name, however often it is drawn."""
        return f"{self.table}.{self.seat}.{self.number}"


@dataclass(frozen=True, slots=True)
class Nobody:
    """A table with open chairs for which nobody waits; at the game's name, with how many chairs."""

    game: str
    tables: tuple[tuple[str, int, bool], ...]  # name, chairs, short


@dataclass(frozen=True, slots=True)
class Filling:
    """What there is to fill: kept chairs first, then the next names; more: tables that are not listed."""

    chairs: tuple[Chair, ...]
    nobody: tuple[Nobody, ...]
    more: int
    places: int  # names on all lists


def fills(staff: Staff) -> bool:
    """Whether somebody who sees the map keeps the lists too."""
    return staff.user.is_active and staff.user.has_perm("tables.keep_lists")


def filling(tiles: Collection[Tile], lists: Lists) -> Filling:
    """The chairs of these tables, by whom the lists have for them."""
    running = [one for one in tiles if one.is_open]
    kept = list(_kept(running, lists))
    offered = {
        line.key: following(line) for line in lists.lines if line.kind in ("game", "interest")
    }
    open_ = [one for one in running if one.open_seats]
    nexts = [
        Chair(
            table=one.name,
            seat=one.open_seats[0],
            game=one.game,
            line=one.line,
            how="next",
            name=name.name,
            number=name.number,
            more=len(one.open_seats) - 1,
        )
        for one in open_
        if (name := offered.get(one.line))
    ]
    found = [*sorted(kept, key=lambda chair: chair.until), *nexts]
    return Filling(
        chairs=tuple(found[:MOST]),
        nobody=tuple(_nobody(one for one in open_ if not offered.get(one.line))),
        more=max(0, len(found) - MOST),
        places=sum(len(line.places) for line in lists.lines),
    )


def _kept(running: Iterable[Tile], lists: Lists) -> Iterable[Chair]:
    held = keeping(lists)
    for one in running:
        for seat in one.kept:
            if kept := held.get((one.name, seat)):
                how: How = "called" if kept.how == "called" else "held"
                yield Chair(
                    one.name, seat, one.game, kept.line, how, kept.name, kept.number, kept.until
                )


def _nobody(tables: Iterable[Tile]) -> Iterable[Nobody]:
    by_game = sorted(tables, key=lambda one: one.game)
    for game, found in groupby(by_game, key=lambda one: one.game):
        yield Nobody(
            game, tuple((one.name, len(one.open_seats), one.is_short) for one in list(found)[:MOST])
        )
