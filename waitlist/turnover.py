"""Turnover of each list of a room, from its logs: how long players sit, which entries end, which tables open."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from threading import Condition, Lock

from cachetools import cached
from django.db.models import OuterRef, Subquery

from journal.caches import SEAT_SPELLS, TABLE_SPELLS
from journal.unix_time import milliseconds
from tables.game_keys import list_key
from tables.models import SeatSession
from tables.seat_occupancy import TableOccupancy
from waitlist.change_projection import UNDONE
from waitlist.departures import moves
from waitlist.models import Departure, WaitlistChange
from waitlist.rules.rates import SHARED, Exposure, Rates, Tenure, factor, rates
from waitlist.rules.state import Waitlist, Waitlists
from waitlist.rules.wait_estimate import TurnoverRates

# House choices, because no guide covers waits: the lookback, and the minimum number of departures for a rate.
LOOKBACK = timedelta(hours=8)
MIN_DEPARTURES = 3
MAX_DEPARTURES = 400  # maximum departures; a large room needs fewer hours
MAX_ENDED_ENTRIES = 200  # maximum entries that left a list, with or without a seat
# Minutes in which openings count, and the minimum for a rate
OPENING_MINUTES = 60
MIN_OBSERVED_MINUTES = 10
MINUTE_MS = 60_000
ENDS = ("name.off", "name.seated")  # changes that end an entry
OpenSessions = dict[int, tuple[datetime, int | None]]  # by seat: its start, and the visit
_LOCK = Lock()
EndRow = tuple[int, str, str, datetime]  # entry, list, change, time


@dataclass
class _Spells:
    """Spells of the room's games, and the rates computed from them."""

    by: defaultdict[str, Exposure] = field(default_factory=lambda: defaultdict(Exposure))

    def add(self, key: str, tenure: Tenure) -> None:
        self.by[key].add(tenure)

    @cached_property
    def all(self) -> Rates:
        exposure = Exposure()
        for part in self.by.values():
            exposure.include(part)
        return rates(exposure)

    @cached_property
    def ended(self) -> Counter[str]:
        return Counter({key: sum(exposure.ended) for key, exposure in self.by.items()})

    def of(self, key: str) -> Rates:
        return self.all.times(factor(self.by.get(key, Exposure()), self.all))


@dataclass
class _SeatSpells(_Spells):
    """Spells in seats within one minute."""

    # By game: minutes that the present players have sat in it.
    sitting: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True, slots=True)
class _TableSpells:
    """Spells of the players who sit at a table, as of one minute and one occupancy of its seats."""

    minute: int
    table: TableOccupancy
    sitting: tuple[int, ...]  # minutes
    exposure: Exposure


@dataclass(frozen=True, slots=True)
class _Lookback:
    """The time in which a room's seats are observed, from `begin` to `now`, and the moves in it."""

    begin: datetime
    now: datetime
    # By visit, game and start in a seat, after a move: when the player first sat down in the game.
    first_seated: dict[tuple[int | None, str, datetime], datetime] = field(default_factory=dict)

    def tenure(self, sat: datetime, since: datetime, at: datetime, ended: bool) -> Tenure:
        """Return the period of a player in a game from `since` to `at`, observed since they sat in this seat."""
        begin = max(_minutes(since, max(sat, self.begin)), 0.0)
        return Tenure(begin, max(begin, _minutes(since, at)), ended)


def paces(
    room_id: int, waitlists: Waitlists, tables: list[TableOccupancy], now: datetime
) -> dict[str, TurnoverRates]:
    """Return the turnover of each list whose game has a table, by key, from the last hours.

    tables: the room's, from `seat_occupancy`.
    """
    seats = _cached_seat_spells(room_id, tables, now)
    waiting = _waiting_spells(room_id, waitlists, now)
    to_open = _tables_to_open(tables)
    openings = _openings(tables, now)
    departed = seats.ended.total()
    return {
        key: TurnoverRates(
            sitting=tuple(sorted(seats.sitting.get(key, ()))),
            leave=seats.of(key) if departed >= MIN_DEPARTURES else Rates(),
            seen=max(min(seats.ended[key] + SHARED, departed), 1),
            waiting=_waiting(waitlists.waitlist(key), now),
            off=waiting.of(key),
            opened=openings.get(key, 0.0) if key in to_open else 0.0,
            new_seats=to_open.get(key, 0),
        )
        for key in {list_key(table.title) for table in tables if table.is_open}
    }


def _waiting(waitlist: Waitlist | None, now: datetime) -> tuple[int, ...]:
    entries = waitlist.entries if waitlist else ()
    return tuple(
        _whole_minutes(_to_datetime(entry.since, now), now)
        for entry in entries
        if entry.state == "waiting"
    )


def _cached_seat_spells(room_id: int, tables: list[TableOccupancy], now: datetime) -> _SeatSpells:
    """Return `_seat_spells`, cached until a seat changes or the minute ends: every desk needs it for every entry."""
    return _shared_seat_spells(room_id, int(now.timestamp() // 60), tables, now)[1]


def _key(room_id: int, minute: int, tables: list[TableOccupancy], now: datetime) -> Hashable:
    return (room_id, minute, *map(id, tables))


@cached(SEAT_SPELLS, key=_key, condition=Condition())
def _shared_seat_spells(
    room_id: int, minute: int, tables: list[TableOccupancy], now: datetime
) -> tuple[list[TableOccupancy], _SeatSpells]:
    # The tables are stored as well, so that no other object can get their ids.
    return tables, _seat_spells(room_id, minute, tables, now)


def _seat_spells(
    room_id: int, minute: int, tables: list[TableOccupancy], now: datetime
) -> _SeatSpells:
    """Return the spells of players who left a seat or still sit; a move within the game continues its spell.

    Players at a table that closed did not leave a seat: the table ended, and no seat opened.
    """
    spells = _SeatSpells()
    begin = now - LOOKBACK
    rows = Departure.objects.filter(table__room=room_id, at__gt=begin, at__lte=now).order_by()
    oldest = rows.order_by("-at").values_list("at", flat=True)[MAX_DEPARTURES : MAX_DEPARTURES + 1]
    lookback = _Lookback(begin=max((begin, *oldest)), now=now)
    rows = rows.filter(at__gt=lookback.begin)
    sessions = SeatSession.objects.filter(
        table=OuterRef("table"), seat=OuterRef("seat"), left=OuterRef("seq")
    ).order_by()
    ended = rows.annotate(
        sat=Subquery(sessions.values("taken_at")[:1]), visit=Subquery(sessions.values("visit")[:1])
    )
    moved = moves(rows)
    opened = {table.table_id: _to_datetime(table.since, now) for table in tables}
    first_seated = lookback.first_seated
    columns = ("pk", "table", "table__plaque__name", "sat", "visit", "at", "closing")
    for pk, table_id, title, sat, visit, at, closing in ended.order_by("at", "pk").values_list(
        *columns
    ):
        if title:
            key = list_key(title)
            taken = sat or opened[table_id]
            since = first_seated.get((visit, key, taken), taken)
            has_ended = pk not in moved and closing is None
            spells.add(key, lookback.tenure(taken, since, at, has_ended))
            if pk in moved:
                first_seated[visit, key, at] = since
    for table_spells in _spells_at_tables(tables, minute, lookback):
        key = list_key(table_spells.table.title)
        spells.sitting[key].extend(table_spells.sitting)
        spells.by[key].include(table_spells.exposure)
    return spells


def _spells_at_tables(
    tables: list[TableOccupancy], minute: int, lookback: _Lookback
) -> list[_TableSpells]:
    """Return the spells of the players who sit now, by table: computed once a minute, and when a table's seats
    change.
    """
    with _LOCK:
        stored = {table.table_id: TABLE_SPELLS.get(table.table_id) for table in tables}
    spells: dict[int, _TableSpells] = {
        table.table_id: row
        for table in tables
        if (row := stored[table.table_id]) and row.minute == minute and row.table is table
    }
    changed = [table for table in tables if table.table_id not in spells]
    sessions = _open_sessions(changed)
    fresh = {
        table.table_id: _table_spells(table, minute, sessions[table.table_id], lookback)
        for table in changed
    }
    with _LOCK:
        TABLE_SPELLS.update(fresh.items())
    spells.update(fresh)
    return [spells[table.table_id] for table in tables]


def _table_spells(
    table: TableOccupancy, minute: int, sessions: OpenSessions, lookback: _Lookback
) -> _TableSpells:
    opened = _to_datetime(table.since, lookback.now)
    key = list_key(table.title)
    sitting = []
    exposure = Exposure()
    for seat in table.seats:
        if seat.player:
            taken, visit = sessions.get(seat.seat, (opened, None))
            since = lookback.first_seated.get((visit, key, taken), taken)
            sitting.append(_whole_minutes(since, lookback.now))
            exposure.add(lookback.tenure(taken, since, lookback.now, ended=False))
    return _TableSpells(minute, table, tuple(sitting), exposure)


def _open_sessions(tables: list[TableOccupancy]) -> dict[int, OpenSessions]:
    """Return the sessions of the players who sit now, by table and seat."""
    sessions: dict[int, OpenSessions] = {table.table_id: {} for table in tables}
    most = max((len(table.seats) for table in tables), default=0)
    rows = SeatSession.objects.filter(
        table__in=sessions,
        seat__in=range(1, 1 + most),  # lets the query use the index
        left=None,
    ).order_by()
    for table_id, seat, taken, visit in rows.values_list("table", "seat", "taken_at", "visit"):
        sessions[table_id][seat] = (taken, visit)
    return sessions


def _waiting_spells(room_id: int, waitlists: Waitlists, now: datetime) -> _Spells:
    """Return the waiting spells of entries, which end when an entry left a list without a seat."""
    spells = _Spells()
    rows = WaitlistChange.objects.filter(lists__room=room_id)
    ended = rows.filter(event__in=(*ENDS, *(f"{name}{UNDONE}" for name in ENDS))).order_by("-seq")
    last = _without_undone(ended.values_list("number", "key", "event", "at")[:MAX_ENDED_ENTRIES])
    added = rows.filter(event="name.added", number__in=[number for number, *_ in last]).order_by()
    since = dict(added.values_list("number", "at"))
    for number, key, event, at in last:
        spells.add(key, _period(since.get(number, at), at, ended=event == "name.off"))
    for waitlist in waitlists.lists:
        for entry in waitlist.entries:
            spells.add(waitlist.key, _period(_to_datetime(entry.since, now), now, ended=False))
    return spells


def _without_undone(rows: Iterable[EndRow]) -> list[EndRow]:
    """Return the ends of entries, newest first, without those that were undone."""
    undone: Counter[int] = Counter()
    standing = []
    for row in rows:
        number, _, event, _ = row
        if event.endswith(UNDONE):
            undone[number] += 1
        elif undone[number]:
            undone[number] -= 1
        else:
            standing.append(row)
    return standing


def _tables_to_open(tables: list[TableOccupancy]) -> dict[str, int]:
    """Return the seats of the smallest closed table of each game that has one."""
    seats: dict[str, int] = {}
    for table in tables:
        if not table.is_open:
            key = list_key(table.title)
            seats[key] = min(seats.get(key, len(table.seats)), len(table.seats))
    return seats


def _openings(tables: list[TableOccupancy], now: datetime) -> dict[str, float]:
    """Return tables opened per minute within the last hour, by game."""
    now_ms = milliseconds(now)
    ages = {table.table_id: (now_ms - table.since) / MINUTE_MS for table in tables if table.is_open}
    observed = (
        min(max(MIN_OBSERVED_MINUTES, *ages.values()), OPENING_MINUTES) if ages else OPENING_MINUTES
    )
    recent = Counter(
        list_key(t.title) for t in tables if t.is_open and ages[t.table_id] < OPENING_MINUTES
    )
    return {key: times / observed for key, times in recent.items()}


def _to_datetime(milliseconds: int, now: datetime) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, tz=now.tzinfo)


def _period(begin: datetime, end: datetime, *, ended: bool) -> Tenure:
    return Tenure(0.0, max(_minutes(begin, end), 0.0), ended)


def _minutes(begin: datetime, end: datetime) -> float:
    return (end - begin).total_seconds() / 60


def _whole_minutes(begin: datetime, end: datetime) -> int:
    return max(int(_minutes(begin, end)), 0)
