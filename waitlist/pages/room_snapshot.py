"""Snapshot of a room for the desk pages (waitlists, seats, departures), read once and shared by all desks."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from threading import Condition

from cachetools import cached
from django.http import HttpRequest

from absences.away_players import PlayerAway, players_away
from journal.caches import ROOM_SNAPSHOTS, SNAPSHOTS_OF_CHANGES
from journal.unix_time import milliseconds
from players.identity import merged_into, number_of
from poker.currency import currency
from tables.game_keys import list_key, plaques
from tables.seat_occupancy import TableOccupancy, seat_occupancy
from tables.short_names import titles_of
from waitlist import messages
from waitlist.actions import WAITLIST, waitlists_fingerprint
from waitlist.departures import departures_last_hour, empty_since, observed_minutes
from waitlist.pages.geometry import SeatDot, chairs_around
from waitlist.rules.state import CHANGES, Waitlist
from waitlist.rules.wait_estimate import WaitEstimate, waits_in_order
from waitlist.seat_availability import TableSeats, table_seats
from waitlist.seat_priority import SeatPriority
from waitlist.turnover import paces


@dataclass(frozen=True, kw_only=True)
class OpenSeat:
    """An empty seat at an open table."""

    table: TableSeats
    seat: int
    reserved_for: str  # player or lock-up reason, "" if free
    since: int  # Unix milliseconds, 0 if unknown

    @property
    def opens_after_hand(self) -> bool:
        """Return whether a player can be called to it but not seated, because its hand is still in progress (S-010)."""
        return self.seat in self.table.after_hand

    @property
    def seat_id(self) -> str:
        """Return the seat's id in URLs: T14.3."""
        return f"{self.table.name}.{self.seat}"

    @property
    def label(self) -> str:
        """Return the seat's short label: T14·S3."""
        return f"{self.table.name}·S{self.seat}"

    @property
    def dots(self) -> list[SeatDot]:
        """Return the seats around the table."""
        return chairs_around(self.table.seats, self.seat)


@dataclass(frozen=True, kw_only=True)
class GameSummary:
    """A waitlist, or a running game without a list."""

    key: str
    title: str  # the plaque's name
    short_title: str  # "NL 1/3"
    tables: int
    open_seats: int
    waiting: int
    wait: WaitEstimate | None  # wait of a player who joins now
    names_needed: int | None  # entries missing until an interest list's game opens

    @property
    def wait_text(self) -> str:
        """Return the wait of a player who joins now, as on the board."""
        return messages.wait_range(self.wait)

    @property
    def table_count(self) -> str:
        """Return the number of tables of the game, as text."""
        if self.names_needed is not None:
            return "interest list"
        return (
            f"{self.tables} table{'' if self.tables == 1 else 's'}" if self.tables else "no tables"
        )


class RoomSnapshot:
    """A room, independent of the waitlist that a desk has open. It is immutable."""

    def __init__(self, room_id: int, occupancy: list[TableOccupancy], now: datetime) -> None:
        """Read the waitlists.

        occupancy: the room's tables, from `seat_occupancy`.
        """
        self.room_id = room_id
        self.now = now
        # seq: the last entry of the waitlists' log
        self.seq, self.lists = WAITLIST.load(room_id)
        self.turnover_rates = paces(room_id, self.lists, occupancy, now)
        self._occupancy = occupancy
        self.tables = [
            table for table in table_seats(room_id, self.lists, occupancy) if table.is_open
        ]
        self._tables: dict[str, list[TableSeats]] = {}
        for table in self.tables:
            self._tables.setdefault(table.key, []).append(table)
        self._seats: dict[str, list[OpenSeat]] = {}
        # Waits in list order, by list and number of open seats.
        self._waits: dict[tuple[str, int], list[WaitEstimate | None]] = {}
        titles = self._titles()
        # In plaque order; lists of changes, which have no plaque, come after.
        self.short_titles = titles_of(
            {waitlist.key: waitlist.title for waitlist in self.lists.lists} | titles
        )
        self.games = [self._game(key, title) for key, title in titles.items()]

    @cached_property
    def departures(self) -> dict[str, int]:
        """Return how many seats players left within the last hour, by game."""
        return departures_last_hour(self.room_id, self.now)

    @cached_property
    def observed_minutes(self) -> dict[str, int]:
        """Return the minutes over which departures of each game were observed."""
        return observed_minutes(self._occupancy, self.now)

    @cached_property
    def away(self) -> list[PlayerAway]:
        """Return the absent players, those past their limit first: their seats may open soon."""
        return players_away(self.room_id, self.now)

    @cached_property
    def _players(self) -> dict[str, str]:
        """Return the key of the surviving player by key, for the keys of merged players."""
        listed = (entry.player for waitlist in self.lists.lists for entry in waitlist.entries)
        seated = (seat.player for table in self._occupancy for seat in table.seats)
        numbers = {number_of(key) for key in chain(listed, seated)} - {0}
        return {f"p{merged}": f"p{root}" for merged, root in merged_into(numbers).items()}

    @cached_property
    def positions(self) -> dict[str, list[tuple[Waitlist, int]]]:
        """Return the waitlists and positions of each player."""
        positions_by_player: dict[str, list[tuple[Waitlist, int]]] = {}
        for waitlist in self.lists.lists:
            for position, entry in enumerate(waitlist.entries, 1):
                key = self._players.get(entry.player, entry.player)
                positions_by_player.setdefault(key, []).append((waitlist, position))
        return positions_by_player

    @cached_property
    def _seats_by_player(self) -> dict[str, list[str]]:
        seats: dict[str, list[str]] = {}
        for table in self._occupancy:
            for seat in table.seats:
                if seat.player:
                    key = self._players.get(seat.player, seat.player)
                    seats.setdefault(key, []).append(f"{table.name}·S{seat.seat}")
        return seats

    def other_places(self, player: str, waitlist: Waitlist | None) -> str:
        """Return a player's other seats and lists as text; "" for no others."""
        key = self._players.get(player, player)
        titles = [
            self.short_titles[other.key]
            for other, _ in self.positions.get(key, [])
            if other is not waitlist
        ]
        return messages.other_places(self._seats_by_player.get(key, []), titles)

    def name_of(self, number: int, logged: str) -> str:
        """Return the present alias of an entry; for an entry that is on no list, the alias logged with the change."""
        waitlist = self.lists.holding(number)
        entry = waitlist.find(number) if waitlist else None
        return entry.name if entry else logged

    def opens_after_hand(self, table: str, seat: int) -> bool:
        """Return whether the hand in progress keeps a seat that its player has left (S-010)."""
        return any(seat in row.after_hand for row in self.tables if row.name == table)

    @property
    def waiting(self) -> int:
        """Return the number of entries on all waitlists."""
        return sum(len(waitlist.entries) for waitlist in self.lists.lists)

    @cached_property
    def games_without_list(self) -> list[str]:
        """Return the names of plaques without a waitlist or table."""
        known = {game.key for game in self.games}
        return [name for name in plaques() if list_key(name) not in known]

    @cached_property
    def seat_priority(self) -> SeatPriority:
        """Return the seat priority of the room."""
        return SeatPriority(self.room_id, self.lists, self._occupancy)

    def tables_of(self, key: str) -> list[TableSeats]:
        """Return the open tables of a game, by name."""
        return self._tables.get(key, [])

    def seats(self, key: str) -> list[OpenSeat]:
        """Return the empty seats of a game, including reserved ones."""
        if key not in self._seats:
            tables = [table for table in self._tables.get(key, ()) if table.empty]
            left = empty_since([table.table_id for table in tables], self.now) if tables else {}
            self._seats[key] = [
                OpenSeat(
                    table=table,
                    seat=seat,
                    reserved_for=messages.reservation_reason(table.reservations[seat])
                    if seat in table.reservations
                    else "",
                    since=_unix(left.get((table.table_id, seat))),
                )
                for table in tables
                for seat in table.empty
            ]
        return self._seats[key]

    def wait(self, key: str, position: int, free: int) -> WaitEstimate | None:
        """Return the wait of a position of a game's waitlist with this many open seats; None if unknown."""
        if not self._tables.get(key):
            return None  # seats that opened because a table broke will not open again
        waits = self._waits.get((key, free), [])
        if len(waits) < position:
            waiting = self._waiting(key)
            waits = waits_in_order(
                max(position, waiting + 1), self.turnover_rates.get(key), open_seats=free
            )
            self._waits[key, free] = waits
        return waits[position - 1]

    def _waiting(self, key: str) -> int:
        waitlist = self.lists.waitlist(key)
        return sum(entry.state == "waiting" for entry in waitlist.entries) if waitlist else 0

    def _titles(self) -> dict[str, str]:
        """Return titles by key: waitlists first, then running games without a list.

        Change lists are shown with their game.
        """
        titles_by_key = {
            waitlist.key: waitlist.title
            for waitlist in self.lists.lists
            if waitlist.kind not in CHANGES
        }
        for key, tables in self._tables.items():
            titles_by_key.setdefault(key, tables[0].title)
        return titles_by_key

    def _game(self, key: str, title: str) -> GameSummary:
        waitlist = self.lists.waitlist(key)
        tables = self._tables.get(key, [])
        free = sum(len(table.open_seats) for table in tables)
        states = Counter(entry.state for entry in waitlist.entries) if waitlist else Counter()
        interest = waitlist is not None and waitlist.kind == "interest" and not tables
        return GameSummary(
            key=key,
            title=title,
            short_title=self.short_titles[key],
            tables=len(tables),
            open_seats=free,
            waiting=states.total(),
            wait=self.wait(key, states["waiting"] + 1, free),
            names_needed=max(waitlist.wants - states.total(), 0) if waitlist and interest else None,
        )


CHANGE_HEADER = "X-Change"
MAX_CHANGE_LENGTH = 40  # maximum characters of the name of a change


def named_change(request: HttpRequest) -> str:
    """Return the change named in the request's `X-Change` header; "" if it is missing."""
    return request.headers.get(CHANGE_HEADER, "")[:MAX_CHANGE_LENGTH]


def current_room_snapshot(room_id: int, now: datetime, change: str = "") -> RoomSnapshot:
    """Return the room's snapshot, rebuilt when waitlists or seats change, and every minute.

    change: as `named_change`. All pages with the same change get the snapshot of the first of them, which is not older
    than the change. Without a change, the database is queried for changes, one row per table. Only boards name a
    change: a desk that has just changed something could name the change before it.
    """
    if change:
        return _snapshot_of_change(room_id, change, now)
    occupancy = seat_occupancy(room_id)
    fingerprint = waitlists_fingerprint(room_id)
    return _shared_snapshot(room_id, fingerprint, _minute(now), occupancy, now)[1]


def _minute(now: datetime) -> int:
    return int(now.timestamp() // 60)


@cached(
    SNAPSHOTS_OF_CHANGES,
    key=lambda room_id, change, now: (room_id, change, _minute(now), currency().code),
    condition=Condition(),
)
def _snapshot_of_change(room_id: int, change: str, now: datetime) -> RoomSnapshot:
    return current_room_snapshot(room_id, now)


def _key(
    room_id: int, fingerprint: object, minute: int, occupancy: list[object], now: datetime
) -> Hashable:
    return (room_id, fingerprint, minute, currency().code, *map(id, occupancy))


@cached(ROOM_SNAPSHOTS, key=_key, condition=Condition())
def _shared_snapshot(
    room_id: int, fingerprint: object, minute: int, occupancy: list[TableOccupancy], now: datetime
) -> tuple[object, RoomSnapshot]:
    # The occupancy is stored as well, so that no other object can get its ids.
    return occupancy, RoomSnapshot(room_id, occupancy, now)


def _unix(at: datetime | None) -> int:
    return milliseconds(at) if at else 0
