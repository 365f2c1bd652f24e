"""Reduce the logs of a room's tables and waitlists to how the seats of each game are used. Pure.

Advancing in steps gives the same result as advancing once. An undo takes back the table's changes from then on; seconds
that have passed are not corrected, as in `reports.rollups.log_reducer`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from poker import events as e
from poker.events import Event
from reports.forecast.lost_seats import Cause, Reserved, cause_of, is_waiting_here, lost_seats
from reports.rollups.gaming_days import Calendar
from reports.rollups.table_state import Move, Named, TableState, move_of, moved
from waitlist.rules import events as w
from waitlist.rules.state import CHANGES, Standing, WaitlistEntry

HALF_HOUR = 1800
LISTS = 0  # stands in for the waitlists, where all other numbers are tables
# The events of a table's log that are read.
KINDS: tuple[type[Event], ...] = (
    e.TableCreated,
    e.TableRenamed,
    e.TableOpened,
    e.TableClosed,
    e.PlaqueChanged,
    e.PlaqueQueued,
    e.TrackingChanged,
    e.DealerPushed,
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatCountChanged,
    e.SeatLocked,
    e.SeatUnlocked,
    e.HandStarted,
    e.HandEnded,
    e.HandMisdealt,
    e.FloorCalled,
    e.FloorCanceled,
    e.RulingMade,
    e.Undone,
)
_BARRIERS = (e.TableOpened, e.PlaqueChanged, e.SeatCountChanged)  # as in `poker.timeline`


class LogEntry(NamedTuple):
    """One entry of a log. source: the table's primary key, or `LISTS`; event: None for the start of a hand."""

    at: int  # Unix seconds, never before the previous entry of the same log
    source: int
    seq: int
    command: str
    event: Event | w.WaitlistEvent | None


class SeatTable(TableState, frozen=True, omit_defaults=True):
    """A table: the fields of `TableState`, its name, its locked seats, and whether it waits for the floor."""

    name: str = ""
    locked: tuple[int, ...] = ()
    floor_call: bool = False


class TableCursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a table's log was read. base: before its last hand; steps: later commands with their moves."""

    seq: int = 0
    now: SeatTable = SeatTable()
    base: SeatTable = SeatTable()
    steps: tuple[tuple[str, tuple[Move, ...]], ...] = ()


class WaitingPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player on a list. here: in the room, or called to a seat."""

    key: str
    here: bool = True
    state: Standing = "waiting"
    table: str = ""
    seat: int = 0


class ChainTables(msgspec.Struct, frozen=True):
    main: tuple[str, ...]
    feeders: tuple[str, ...]


class Cursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a room was read. games: each game's name by its list's key; waiting: by player's number.

    chains: by the key of the game's list; None in a cursor of a version that did not read them.
    """

    until: int = 0  # Unix seconds
    lists_seq: int = 0
    tables: dict[int, TableCursor] = {}
    waiting: dict[int, WaitingPlayer] = {}
    games: dict[str, str] = {}
    changes: tuple[str, ...] = ()  # keys of the lists for seat and table changes
    chains: dict[str, ChainTables] | None = None


class CellKey(NamedTuple):
    begins: int  # Unix seconds
    day: str  # ISO date
    shift: str
    game: str


class GameUse(msgspec.Struct):
    """The sums of a cell, or of one second; names and units as in `tables.models.GameHalfHour`."""

    open_s: int = 0
    seat_s: int = 0
    chair_s: int = 0
    wait_s: int = 0
    called_s: int = 0
    held_s: int = 0
    must_move_s: int = 0
    not_called_s: int = 0
    floor_call_s: int = 0
    no_dealer_s: int = 0
    locked_s: int = 0

    def add(self, second: "GameUse", seconds: int) -> None:
        """Add the values of one second, this many times."""
        for name in FIELDS:
            setattr(self, name, getattr(self, name) + getattr(second, name) * seconds)


FIELDS = GameUse.__struct_fields__
Cells = dict[CellKey, GameUse]
# Returns the key of a game's list from the plaque's name, as `tables.game_keys.key_of`.
KeyOf = Callable[[str], str]


def advance(
    cursor: Cursor,
    entries: Iterable[LogEntry],
    until: int,
    *,
    calendar: Calendar,
    named: Named,
    key_of: KeyOf,
    limit: int = 0,
) -> tuple[Cursor, Cells, bool]:
    """Read the entries of a room up to a moment; return the new cursor, the sums to add, and whether there is more.

    entries: of all logs, in the order of `LogEntry`, each log from its cursor; limit: commands to read at most, 0 for
    all.
    """
    walk = _Walk(cursor, calendar, named, key_of)
    until = max(until, cursor.until)
    for count, ((source, command), group) in enumerate(
        groupby(entries, key=lambda entry: (entry.source, entry.command)), 1
    ):
        rows = list(group)
        if rows[0].at > until:
            break
        walk.passes(max(walk.until, rows[0].at))
        walk.apply(source, command, rows)
        if limit and count >= limit:
            return walk.cursor(), walk.cells, True
    walk.passes(until)
    return walk.cursor(), walk.cells, False


@dataclass(slots=True)
class _Table:
    """A table while its log is read."""

    seq: int
    now: SeatTable
    base: SeatTable
    steps: list[tuple[str, list[Move]]] = field(default_factory=list)


class _Walk:
    """A mutable cursor while entries are read."""

    def __init__(self, cursor: Cursor, calendar: Calendar, named: Named, key_of: KeyOf) -> None:
        self.until = cursor.until
        self.lists_seq = cursor.lists_seq
        self.tables = {
            pk: _Table(
                table.seq, table.now, table.base, [(name, [*moves]) for name, moves in table.steps]
            )
            for pk, table in cursor.tables.items()
        }
        self.waiting = dict(cursor.waiting)
        self.games = dict(cursor.games)
        self.changes = set(cursor.changes)
        self.chains = dict(cursor.chains or {})
        self.cells: Cells = defaultdict(GameUse)
        self._calendar = calendar
        self._named = _cash_names(named)
        self._key_of = key_of
        self._keys: dict[str, str] = {}
        # The values of one second for each game, and the time since which they apply. Only games whose tables or lists
        # changed are counted again.
        self._seconds: dict[str, GameUse] = {}
        self._since: dict[str, int] = {}
        self._tables_of: dict[str, set[int]] = defaultdict(set)
        self._players_of: dict[str, set[int]] = defaultdict(set)
        for pk, table in self.tables.items():
            self._tables_of[self._key(table.now.game)].add(pk)
        for number, player in self.waiting.items():
            self._players_of[player.key].add(number)
        self._stale = {*self._tables_of, *self._players_of}

    def cursor(self) -> Cursor:
        """Count the time that has passed, and return the cursor."""
        for key in list(self._seconds):
            self._count(key)
        return Cursor(
            until=self.until,
            lists_seq=self.lists_seq,
            tables={
                pk: TableCursor(
                    table.seq,
                    table.now,
                    table.base,
                    tuple((name, tuple(moves)) for name, moves in table.steps),
                )
                for pk, table in self.tables.items()
            },
            waiting=self.waiting,
            games=self.games,
            changes=tuple(sorted(self.changes)),
            chains=self.chains,
        )

    def passes(self, to: int) -> None:
        if to == self.until:
            return
        for key in self._stale:
            self._seconds[key] = self._second(key)
            self._since[key] = self.until
        self._stale = set()
        self.until = to

    def apply(self, source: int, command: str, rows: list[LogEntry]) -> None:
        if source == LISTS:
            for row in rows:
                assert isinstance(row.event, w.WaitlistEvent)
                self._listed(row.event)
            self.lists_seq = rows[-1].seq
            return
        table = self.tables.setdefault(source, _Table(0, SeatTable(), SeatTable()))
        before = table.now
        self._tabled(table, command, [_table_event(row) for row in rows])
        table.seq = rows[-1].seq
        if table.now != before:
            key_before = self._key(before.game)
            key = self._key(table.now.game)
            self._changes(key_before)
            self._changes(key)
            self._tables_of[key_before].discard(source)
            self._tables_of[key].add(source)
            self.games[key] = table.now.game

    def _changes(self, key: str) -> None:
        """Count a game up to now before it changes."""
        if key and key not in self._stale:
            self._count(key)
            self._seconds.pop(key, None)
            self._stale.add(key)

    def _tabled(self, table: _Table, command: str, events: list[Event | None]) -> None:
        for event in events:
            if isinstance(event, e.Undone):
                _undo(table, event.command)
        others = [event for event in events if not isinstance(event, e.Undone)]
        if not others:
            return
        if others[0] is None:
            table.base = table.now
            table.steps = []
        moves = self._moves(table, others)
        if isinstance(others[0], _BARRIERS):
            table.base = table.now
            table.steps = []
        elif moves:
            table.steps.append((command, moves))

    def _moves(self, table: _Table, events: list[Event | None]) -> list[Move]:
        moves = []
        for event in events:
            move = _move_of(event, table.now, self._named)
            if move is not None:
                moves.append(move)
                table.now = _moved(table.now, move)
        return moves

    def _listed(self, event: w.WaitlistEvent) -> None:
        match event:
            case w.WaitlistOpened():
                self.games.setdefault(event.key, event.title)
                if event.kind in CHANGES:
                    self.changes.add(event.key)
            case w.WaitlistClosed():
                for number in [n for n, player in self.waiting.items() if player.key == event.key]:
                    self._waits(number, None)
            case w.PlayerAdded() | w.ActionUndone():
                self._waits(event.waiting.number, _waiting_of(event.key, event.waiting))
            case w.PlayerSeated() | w.PlayerRemoved() | w.AdditionUndone():
                self._waits(event.number, None)
            case w.ChainSet() | w.ChainEnded() | w.TableRenamed():
                self._chain_changed(event)
            case _:
                self._entry_changed(event)

    def _chain_changed(self, event: w.ChainSet | w.ChainEnded | w.TableRenamed) -> None:
        match event:
            case w.ChainSet():
                self._chained(event.key, ChainTables(event.main, event.feeders))
            case w.ChainEnded():
                self._chained(event.key, None)
            case w.TableRenamed():
                self._table_renamed(event)

    def _table_renamed(self, event: w.TableRenamed) -> None:
        for number, player in list(self.waiting.items()):
            if player.table == event.table:
                self._waits(number, replace(player, table=event.to))
        for key, chain in list(self.chains.items()):
            names = [
                tuple(event.to if name == event.table else name for name in tables)
                for tables in (chain.main, chain.feeders)
            ]
            self._chained(key, ChainTables(*names))

    def _chained(self, key: str, chain: ChainTables | None) -> None:
        """Set the chain of a game; None ends it."""
        if self.chains.get(key) == chain:
            return
        self._changes(key)
        if chain is None:
            del self.chains[key]
        else:
            self.chains[key] = chain

    def _entry_changed(self, event: w.WaitlistEvent) -> None:
        player = self.waiting.get(getattr(event, "number", 0))
        if player is None:
            return
        match event:
            case w.PlayerArrived():
                player = replace(player, here=True)
            case w.PlayerCalled():
                player = replace(player, state="called", table=event.table, seat=event.seat)
            case w.SeatHeld():
                player = replace(player, state="held")
            case w.CallPassed() | w.CallCanceled():
                player = replace(player, state="waiting", table="", seat=0)
        self._waits(getattr(event, "number", 0), player)

    def _waits(self, number: int, waiting: WaitingPlayer | None) -> None:
        before = self.waiting.get(number)
        if waiting == before:
            return
        for player in (before, waiting):
            if player is not None:
                self._changes(player.key)
        if before is not None:
            self._players_of[before.key].discard(number)
        if waiting is None:
            del self.waiting[number]
        else:
            self._players_of[waiting.key].add(number)
            self.waiting[number] = waiting

    def _key(self, game: str) -> str:
        if game not in self._keys:
            self._keys[game] = self._key_of(game) if game else ""
        return self._keys[game]

    def _second(self, key: str) -> GameUse:
        """Return the values of one second of a game now."""
        second = GameUse()
        if not key or key in self.changes:
            return second
        entries = (self.waiting[number] for number in self._players_of[key])
        players = [
            player for player in entries if is_waiting_here(here=player.here, state=player.state)
        ]
        reserved: dict[tuple[str, int], Reserved] = {
            (player.table, player.seat): player.state
            for player in players
            if player.state != "waiting"
        }
        open_seats: list[Cause] = []
        awaited_at = self._awaited_at(key)
        for pk in self._tables_of[key]:
            now = self.tables[pk].now
            if not now.open:
                continue
            taken = [seat for seat in now.taken if seat <= now.chairs]
            second.open_s += 1
            second.chair_s += now.chairs
            second.seat_s += len(taken)
            for seat in set(range(1, now.chairs + 1)).difference(taken):
                locked: Reserved = "locked" if seat in now.locked else ""
                open_seats.append(
                    cause_of(
                        reserved.get((now.name, seat), locked),
                        has_dealer=bool(now.dealer),
                        has_floor_call=now.floor_call,
                        is_move_due=now.name in awaited_at,
                    )
                )
        second.wait_s = len(players)
        for cause, seats in lost_seats(open_seats, len(players)).items():
            setattr(second, f"{cause}_s", seats)
        return second

    def _awaited_at(self, key: str) -> tuple[str, ...]:
        """Return the main tables of a game if a player sits at one of its must-move tables, otherwise nothing."""
        chain = self.chains.get(key)
        if chain is None:
            return ()
        tables = (self.tables[pk].now for pk in self._tables_of[key])
        has_players = any(now.open and now.taken and now.name in chain.feeders for now in tables)
        return chain.main if has_players else ()

    def _count(self, key: str) -> None:
        """Add the values of a game since its last change, half hour by half hour."""
        second = self._seconds.get(key)
        moment = self._since.get(key, self.until)
        self._since[key] = self.until
        if second is None or second == GameUse():
            return
        while moment < self.until:
            begins = moment - moment % HALF_HOUR
            shift = self._calendar.at(moment)
            ends = min(self.until, begins + HALF_HOUR, shift.ends)
            cell = CellKey(begins, shift.day.isoformat(), shift.name, self.games.get(key, key))
            self.cells[cell].add(second, ends - moment)
            moment = ends


def _cash_names(named: Named) -> Named:
    """Return names of cash games only: seats of a tournament are drawn, so no one waits for them and none is lost."""
    return lambda stakes, tracking: ("", "") if stakes.tournament else named(stakes, tracking)


def _table_event(entry: LogEntry) -> Event | None:
    assert not isinstance(entry.event, w.WaitlistEvent)
    return entry.event


def _undo(table: _Table, command: str) -> None:
    """Remove a command, and rebuild the table's state from the others."""
    table.steps = [step for step in table.steps if step[0] != command]
    table.now = table.base
    for _, moves in table.steps:
        for move in moves:
            table.now = _moved(table.now, move)


def _waiting_of(key: str, entry: WaitlistEntry) -> WaitingPlayer:
    return WaitingPlayer(key, entry.here, entry.state, entry.table, entry.seat)


def _move_of(event: Event | None, state: SeatTable, named: Named) -> Move | None:
    match event:
        case e.TableCreated():
            return "created", [event.name, event.seats]
        case e.TableRenamed():
            return "name", event.name
        case e.SeatLocked():
            return "locks", event.seat
        case e.SeatUnlocked():
            return "unlocks", event.seat
        case e.FloorCalled():
            return "floor_call", True
        case e.FloorCanceled() | e.RulingMade():
            return "floor_call", False
    return move_of(event, state, named)


def _moved(state: SeatTable, move: Move) -> SeatTable:
    kind, what = move
    match kind:
        case "created":
            return replace(state, name=what[0], chairs=what[1])
        case "locks":
            return replace(state, locked=tuple(sorted({*state.locked, what})))
        case "unlocks":
            return replace(state, locked=tuple(seat for seat in state.locked if seat != what))
        case "sits":
            state = replace(state, locked=tuple(seat for seat in state.locked if seat != what))
    after = moved(state, move)
    assert isinstance(after, SeatTable)
    return after
