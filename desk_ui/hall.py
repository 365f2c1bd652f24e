"""A room as all its desks see it at one moment: lists, chairs, departures. Read once, for as many as ask."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from desk_ui import words
from desk_ui.once import Once
from desk_ui.shapes import Dot, chairs_around
from poker.waiting.estimate import Wait, wait
from poker.waiting.state import CHANGES, Line, Lists
from tables.chairs import Chairs, chairs
from tables.lists.asking import lists_now, lists_stamp
from tables.lists.freed import empty_since, freed, watched
from tables.lists.games import key_of, plaques
from tables.lists.offers import Offers
from tables.lists.pace import paces
from tables.occupied import seatings


@dataclass(frozen=True, kw_only=True)
class OpenSeat:
    """An empty chair at an open table; kept: for whom a list keeps it, or that it is locked up; since: unix
    milliseconds, 0 when not known.
    """

    chairs: Chairs
    seat: int
    kept: str
    since: int

    @property
    def at(self) -> str:
        """As an address has it: T14.3."""
        return f"{self.chairs.name}.{self.seat}"

    @property
    def short(self) -> str:
        """T14·S3."""
        return f"{self.chairs.name}·S{self.seat}"

    @property
    def dots(self) -> list[Dot]:
        """The chairs around the table."""
        return chairs_around(self.chairs.seats, self.seat)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A list, or a game that runs and has none yet. wait: of whoever joins now."""

    key: str
    title: str
    tables: int
    open_seats: int
    waiting: int
    wait: Wait | None
    to_go: int | None  # names until an interest list's game opens

    @property
    def about(self) -> str:
        """How many tables it has."""
        if self.to_go is not None:
            return "interest list"
        return (
            f"{self.tables} table{'' if self.tables == 1 else 's'}" if self.tables else "no table"
        )


class Hall:
    """The room itself, whichever list is open at a desk. Nothing in it changes."""

    def __init__(self, room_id: int, now: datetime) -> None:
        """Read lists, chairs and departures."""
        self.room_id, self.now = room_id, now
        asked = lists_now(room_id)
        self.lists: Lists = asked.lists
        self.seq = asked.seq  # the last entry of their log
        self.freed = freed(room_id, now)
        self.watched = watched(room_id, now)
        self.paces = paces(room_id, self.lists, now)
        self.tables = [table for table in chairs(room_id, self.lists) if table.is_open]
        self._tables: dict[str, list[Chairs]] = {}
        for table in self.tables:
            self._tables.setdefault(table.key, []).append(table)
        self._seats: dict[str, list[OpenSeat]] = {}
        self.games = [self._game(key, title) for key, title in self._titles().items()]

    @cached_property
    def on(self) -> dict[str, list[tuple[Line, int]]]:
        """Where each player waits: list and place."""
        found: dict[str, list[tuple[Line, int]]] = {}
        for line in self.lists.lines:
            for place, one in enumerate(line.places, 1):
                found.setdefault(one.player, []).append((line, place))
        return found

    @property
    def waiting(self) -> int:
        """Places on all lists."""
        return sum(len(line.places) for line in self.lists.lines)

    @cached_property
    def resting(self) -> list[str]:
        """Games that the house has a plaque for, and no list."""
        known = {game.key for game in self.games}
        return [name for name in plaques() if key_of(name) not in known]

    @cached_property
    def offers(self) -> Offers:
        """Who is offered a chair before whom."""
        return Offers(self.room_id, self.lists)

    def tables_of(self, key: str) -> list[Chairs]:
        """The open tables of a game, by name."""
        return self._tables.get(key, [])

    def seats(self, key: str) -> list[OpenSeat]:
        """The empty chairs of a game, kept ones among them."""
        if key not in self._seats:
            tables = [table for table in self._tables.get(key, ()) if table.empty]
            left = empty_since([table.table_id for table in tables], self.now) if tables else {}
            self._seats[key] = [
                OpenSeat(
                    chairs=table,
                    seat=seat,
                    kept=words.kept(table.kept[seat]) if seat in table.kept else "",
                    since=_unix(left.get((table.table_id, seat))),
                )
                for table in tables
                for seat in table.empty
            ]
        return self._seats[key]

    def wait(self, key: str, place: int, free: int) -> Wait | None:
        """The wait of a place of a game's list with so many open seats; None where nobody can say."""
        if not self._tables.get(key):
            return None  # seats that a broken table gave up will not be given up again
        return wait(place, self.paces.get(key), open_seats=free)

    def _titles(self) -> dict[str, str]:
        """Lists first, in their order; then games that run without one. Changes stand beside their game."""
        found = {one.key: one.title for one in self.lists.lines if one.kind not in CHANGES}
        for key, tables in self._tables.items():
            found.setdefault(key, tables[0].title)
        return found

    def _game(self, key: str, title: str) -> Game:
        line, tables = self.lists.line(key), self._tables.get(key, [])
        free = sum(len(table.open_seats) for table in tables)
        states = Counter(one.state for one in line.places) if line else Counter()
        interest = line is not None and line.kind == "interest" and not tables
        return Game(
            key=key,
            title=title,
            tables=len(tables),
            open_seats=free,
            waiting=states.total(),
            wait=self.wait(key, states["waiting"] + 1, free),
            to_go=max(line.wants - states.total(), 0) if line and interest else None,
        )


def hall_now(room_id: int, now: datetime) -> Hall:
    """The room as it stands; made anew when lists or chairs have changed, and each minute."""
    stands = seatings(room_id)
    minute = int(now.timestamp() // 60)
    key = (room_id, lists_stamp(room_id), minute, tuple(map(id, stands)))
    # `stands` is kept with it: so long as it is, no other value has these ids.
    return _HALLS.get(key, lambda: (stands, Hall(room_id, now)))[1]


_HALLS: Once[tuple[object, Hall]] = Once(8)


def _unix(at: datetime | None) -> int:
    return int(at.timestamp() * 1000) if at else 0
