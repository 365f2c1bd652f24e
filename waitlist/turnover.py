"""Turnover of each list of a room, from its logs: how long players sit, which entries end, which tables open."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from threading import Condition, Lock

from cachetools import cached
from django.db.models import OuterRef, Subquery

from journal.caches import OPEN_SESSIONS, SEAT_SPELLS
from journal.unix_time import milliseconds
from tables.game_keys import list_key
from tables.models import SeatSession
from tables.seat_occupancy import TableOccupancy
from waitlist.change_projection import UNDONE
from waitlist.departures import moves
from waitlist.models import Departure, WaitlistChange
from waitlist.rules.rates import SHARED, Rates, Tenure, factor, rates
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

    by: defaultdict[str, list[Tenure]] = field(default_factory=lambda: defaultdict(list))
    _of: dict[str, Rates] = field(default_factory=dict)

    def add(self, key: str, begin: float, end: float, ended: bool) -> None:
        self.by[key].append(Tenure(max(begin, 0.0), max(begin, end, 0.0), ended))

    @cached_property
    def all(self) -> Rates:
        return rates(chain.from_iterable(self.by.values()))

    @cached_property
    def ended(self) -> Counter[str]:
        return Counter(
            {key: sum(tenure.ended for tenure in spells) for key, spells in self.by.items()}
        )

    def of(self, key: str) -> Rates:
        if key not in self._of:
            self._of[key] = self.all.times(factor(self.by[key], self.all))
        return self._of[key]


@dataclass(kw_only=True)
class _SeatSpells(_Spells):
    """Spells in seats at one moment."""

    now: datetime
    # By game: when the present players sat down in it.
    since: defaultdict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))

    @cached_property
    def sitting(self) -> dict[str, tuple[int, ...]]:
        """Return the minutes that the present players have sat, by game, in order."""
        return {
            key: tuple(sorted(_whole_minutes(moment, self.now) for moment in moments))
            for key, moments in self.since.items()
        }


def paces(
    room_id: int, waitlists: Waitlists, tables: list[TableOccupancy], now: datetime
) -> dict[str, TurnoverRates]:
    """Return the turnover of each list whose game has a table, by key, from the last hours.

    tables: the room's, from `seat_occupancy`.
    """
    seats = _cached_seat_spells(room_id, tables, now)
    waiting = _waiting_spells(room_id, waitlists, now)
    openings = _openings(tables, now)
    departed = seats.ended.total()
    return {
        key: TurnoverRates(
            sitting=seats.sitting.get(key, ()),
            leave=seats.of(key) if departed >= MIN_DEPARTURES else Rates(),
            seen=max(min(seats.ended[key] + SHARED, departed), 1),
            waiting=_waiting(waitlists.waitlist(key), now),
            off=waiting.of(key),
            opened=openings.get(key, 0.0),
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
    spells = _SeatSpells(now=now)
    begin = now - LOOKBACK
    rows = Departure.objects.filter(table__room=room_id, at__gt=begin, at__lte=now).order_by()
    oldest = rows.order_by("-at").values_list("at", flat=True)[MAX_DEPARTURES : MAX_DEPARTURES + 1]
    begin = max((begin, *oldest))
    rows = rows.filter(at__gt=begin)
    sessions = SeatSession.objects.filter(
        table=OuterRef("table"), seat=OuterRef("seat"), left=OuterRef("seq")
    ).order_by()
    ended = rows.annotate(
        sat=Subquery(sessions.values("taken_at")[:1]), visit=Subquery(sessions.values("visit")[:1])
    )
    moved = moves(rows)
    opened = {table.table_id: _to_datetime(table.since, now) for table in tables}
    first_seated: dict[
        tuple[int | None, str, datetime], datetime
    ] = {}  # after a move: when the player first sat down

    def add(key: str, sat: datetime, since: datetime, at: datetime, ended: bool) -> None:
        spells.add(key, _minutes(since, max(sat, begin)), _minutes(since, at), ended)

    columns = ("pk", "table", "table__plaque__name", "sat", "visit", "at", "closing")
    for pk, table_id, title, sat, visit, at, closing in ended.order_by("at", "pk").values_list(
        *columns
    ):
        if title:
            key = list_key(title)
            taken = sat or opened[table_id]
            since = first_seated.get((visit, key, taken), taken)
            add(key, taken, since, at, pk not in moved and closing is None)
            if pk in moved:
                first_seated[visit, key, at] = since
    sessions_by_table = _open_sessions(tables, minute)
    for table in tables:
        key = list_key(table.title)
        for seat in table.seats:
            if seat.player:
                taken, visit = sessions_by_table[table.table_id].get(
                    seat.seat, (opened[table.table_id], None)
                )
                since = first_seated.get((visit, key, taken), taken)
                spells.since[key].append(since)
                add(key, taken, since, now, False)
    return spells


def _open_sessions(tables: list[TableOccupancy], minute: int) -> dict[int, OpenSessions]:
    """Return the sessions of the players who sit now, by table: read once a minute, and when a table's seats change."""
    with _LOCK:
        stored = {table.table_id: OPEN_SESSIONS.get(table.table_id) for table in tables}
    sessions: dict[int, OpenSessions] = {}
    changed: dict[int, TableOccupancy] = {}
    for table in tables:
        match stored[table.table_id]:
            case (read_in, read_for, known) if read_in == minute and read_for is table:
                sessions[table.table_id] = known
            case _:
                changed[table.table_id] = table
                sessions[table.table_id] = {}
    most = max((len(table.seats) for table in changed.values()), default=0)
    rows = SeatSession.objects.filter(
        table__in=changed,
        seat__in=range(1, 1 + most),  # lets the query use the index
        left=None,
    ).order_by()
    for table_id, seat, taken, visit in rows.values_list("table", "seat", "taken_at", "visit"):
        sessions[table_id][seat] = (taken, visit)
    with _LOCK:
        OPEN_SESSIONS.update({pk: (minute, table, sessions[pk]) for pk, table in changed.items()})
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
        spells.add(key, 0, _minutes(since.get(number, at), at), event == "name.off")
    for waitlist in waitlists.lists:
        for entry in waitlist.entries:
            spells.add(waitlist.key, 0, _minutes(_to_datetime(entry.since, now), now), ended=False)
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


def _openings(tables: list[TableOccupancy], now: datetime) -> dict[str, float]:
    """Return tables opened per minute within the last hour, for games that have another closed table to open."""
    now_ms = milliseconds(now)
    ages = {table.table_id: (now_ms - table.since) / MINUTE_MS for table in tables if table.is_open}
    observed = (
        min(max(MIN_OBSERVED_MINUTES, *ages.values()), OPENING_MINUTES) if ages else OPENING_MINUTES
    )
    closed = {list_key(table.title) for table in tables if not table.is_open}
    recent = Counter(
        list_key(t.title) for t in tables if t.is_open and ages[t.table_id] < OPENING_MINUTES
    )
    return {key: times / observed for key, times in recent.items() if key in closed}


def _to_datetime(milliseconds: int, now: datetime) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, tz=now.tzinfo)


def _minutes(begin: datetime, end: datetime) -> float:
    return (end - begin).total_seconds() / 60


def _whole_minutes(begin: datetime, end: datetime) -> int:
    return max(int(_minutes(begin, end)), 0)
