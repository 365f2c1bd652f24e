"""Chairs to fill, as the map's rail has them: who is called to one, who would be next for another."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from floor_ui.map.tiles import Tile
from poker.waiting.state import CHANGES, Lists
from tables.chairs import keeping
from tables.lists.offers import Offers
from tables.models import Staff

MOST = 12  # rows that are listed
How = Literal["called", "held", "seat_change", "table_change", "must_move", "list"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair with whoever may have it: by a list's call, or by the first claim on it.

    player: whoever has the first claim; origin: the table of whoever has another chair, "" for nobody; until: Unix
    milliseconds; more: other chairs open at the table.
    """

    table: str
    seat: int
    game: str
    line: str
    how: How
    name: str
    number: int
    player: str = ""
    origin: str = ""
    until: int = 0
    more: int = 0

    @property
    def key(self) -> str:
        """The same chair and the same name, however often it is drawn."""
        return f"{self.table}.{self.seat}.{self.number or self.name}"

    @property
    def about(self) -> str:
        """Why it is his."""
        return {
            "called": "called",
            "held": "held",
            "list": "next, in the room",
            "must_move": f"must-move, {self.origin}",
            "seat_change": "asked for another seat",
            "table_change": f"table change, {self.origin}",
        }[self.how]


@dataclass(frozen=True, slots=True)
class Nobody:
    """A table with open chairs on which nobody has a claim; at the game's name, with how many chairs.

    waiting: names on the game's list that are called to no chair; away: those of them who are not in the room.
    """

    game: str
    tables: tuple[tuple[str, int, bool], ...]  # name, chairs, short
    waiting: int = 0
    away: int = 0

    @property
    def why(self) -> str:
        """ "nobody waits", "1 waits, not here"."""
        if not self.waiting:
            return "nobody waits"
        told = f"{self.waiting} {'waits' if self.waiting == 1 else 'wait'}"
        if self.away == self.waiting:
            return f"{told}, {'not' if self.waiting == 1 else 'none'} here"
        return f"{told}, none for this chair"


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


def filling(tiles: Collection[Tile], lists: Lists, offers: Offers) -> Filling:
    """The chairs of these tables, by whom the lists have for them and who has the first claim on the others."""
    running = [one for one in tiles if one.is_open]
    kept = sorted(_kept(running, lists), key=lambda chair: chair.until)
    nexts: list[Chair] = []
    nobody: list[Tile] = []
    more = max(0, len(kept) - MOST)
    for one in (table for table in running if table.open_seats):
        if not _wanted(one.line, lists):
            nobody.append(one)
        elif len(kept) + len(nexts) >= MOST:
            more += 1  # not asked for: a claim costs a look at every name
        elif chair := _next(one, offers):
            nexts.append(chair)
        else:
            nobody.append(one)
    return Filling(
        chairs=(*kept[:MOST], *nexts),
        nobody=tuple(_nobody(nobody, lists)),
        more=more,
        places=sum(len(line.places) for line in lists.lines),
    )


def _wanted(game: str, lists: Lists) -> bool:
    """Whether anybody can have a claim on a chair of this game."""
    if lists.chain(game) is not None:
        return True
    return any(line.places for line in lists.lines if line.key == game or line.kind in CHANGES)


def _next(one: Tile, offers: Offers) -> Chair | None:
    """The first open chair that somebody has a claim on."""
    for seat in one.open_seats:
        if claims := offers.at(one.name, seat, one.line):
            first, more = claims[0], len(one.open_seats) - 1
            return Chair(
                table=one.name,
                seat=seat,
                game=one.game,
                line=first.line or one.line,
                how=first.source,
                name=first.name,
                number=first.number,
                player=first.player,
                origin=first.table,
                more=more,
            )
    return None


def _kept(running: Iterable[Tile], lists: Lists) -> Iterable[Chair]:
    held = keeping(lists)
    for one in running:
        for seat in one.kept:
            if kept := held.get((one.name, seat)):
                how: How = "called" if kept.how == "called" else "held"
                yield Chair(
                    table=one.name,
                    seat=seat,
                    game=one.game,
                    line=kept.line,
                    how=how,
                    name=kept.name,
                    number=kept.number,
                    until=kept.until,
                )


def _nobody(tables: Iterable[Tile], lists: Lists) -> Iterable[Nobody]:
    by_game = sorted(tables, key=lambda one: one.game)
    for game, found in groupby(by_game, key=lambda one: one.game):
        all_of_it = list(found)
        games = {one.line for one in all_of_it}
        waiting = [
            one for line in lists.lines if line.key in games for one in line.places if not one.table
        ]
        yield Nobody(
            game,
            tuple((one.name, len(one.open_seats), one.is_short) for one in all_of_it[:MOST]),
            waiting=len(waiting),
            away=sum(not one.here for one in waiting),
        )
