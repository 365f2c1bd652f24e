"""What each list of a room moves by, from its own log: who sits how long, which names go, which tables open."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from operator import is_

from django.db.models import OuterRef, Subquery

from poker.waiting.estimate import Pace
from poker.waiting.rates import SHARED, Rates, Spell, factor, rates
from poker.waiting.state import Line, Lists
from tables.lists.freed import not_moved
from tables.lists.games import key_of
from tables.models import FreedSeat, ListChange, Sitting
from tables.occupied import Seating, seatings

# The house's own, as no guide speaks of waits: how far back, and the fewest departures that a rate is taken from.
NIGHT = timedelta(hours=8)
LEAST = 3
DEPARTED = 400  # departures; a large room needs fewer hours
ENDED = 200  # names that left a list, with a seat or without
OPENED, WATCHED = (
    60,
    10,
)  # minutes in which openings count, and the fewest that a rate is taken from
MINUTE = 60_000


@dataclass
class _Seen:
    """Spells of the room's games, and what they say of all."""

    by: defaultdict[str, list[Spell]] = field(default_factory=lambda: defaultdict(list))
    _of: dict[str, Rates] = field(default_factory=dict)

    def add(self, key: str, begin: float, end: float, ended: bool) -> None:
        self.by[key].append(Spell(max(begin, 0.0), max(begin, end, 0.0), ended))

    @cached_property
    def all(self) -> Rates:
        return rates(chain.from_iterable(self.by.values()))

    @cached_property
    def ended(self) -> Counter[str]:
        return Counter({key: sum(one.ended for one in spells) for key, spells in self.by.items()})

    def of(self, key: str) -> Rates:
        if key not in self._of:
            self._of[key] = self.all.times(factor(self.by[key], self.all))
        return self._of[key]


@dataclass
class _Sat(_Seen):
    """Of chairs; since: of each game's players who sit now, when they sat down in it."""

    since: defaultdict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))


def paces(room_id: int, lists: Lists, now: datetime) -> dict[str, Pace]:
    """The pace of each list whose game has a table, by key, as far as the last hours let it be known."""
    tables = seatings(room_id)
    sat, off = _sat_by_now(room_id, tables, now), _off(room_id, lists, now)
    opened = _opened(tables, now)
    departed = sat.ended.total()
    return {
        key: Pace(
            sitting=tuple(sorted(_whole(since, now) for since in sat.since[key])),
            leave=sat.of(key) if departed >= LEAST else Rates(),
            seen=max(min(sat.ended[key] + SHARED, departed), 1),
            waiting=_waiting(lists.line(key), now),
            off=off.of(key),
            opened=opened.get(key, 0.0),
        )
        for key in {key_of(table.title) for table in tables if table.is_open}
    }


def _waiting(line: Line | None, now: datetime) -> tuple[int, ...]:
    places = line.places if line else ()
    return tuple(_whole(_at(one.since, now), now) for one in places if one.state == "waiting")


def _sat_by_now(room_id: int, tables: list[Seating], now: datetime) -> _Sat:
    """`_sat`, read again where somebody came or went, and each minute: eight desks ask it for every name."""
    minute = int(now.timestamp() // 60)
    kept = _SAT.get(room_id)
    same = kept and kept[0] == minute and len(kept[1]) == len(tables)
    if kept and same and all(map(is_, kept[1], tables)):
        return kept[2]
    _SAT[room_id] = (minute, tables, _sat(room_id, tables, now))
    return _SAT[room_id][2]


_SAT: dict[int, tuple[int, list[Seating], _Sat]] = {}  # by room


def _sat(room_id: int, tables: list[Seating], now: datetime) -> _Sat:
    """How long everybody sat who left a chair, and who sits still; a move within the game goes on with the minutes."""
    found, begin = _Sat(), now - NIGHT
    rows = FreedSeat.objects.filter(table__room=room_id, at__gt=begin, at__lte=now).order_by()
    many = rows.order_by("-at").values_list("at", flat=True)[DEPARTED : DEPARTED + 1]
    begin = max((begin, *many))
    rows = rows.filter(at__gt=begin)
    own = Sitting.objects.filter(
        table=OuterRef("table"), seat=OuterRef("seat"), left=OuterRef("seq")
    ).order_by()
    ended = rows.annotate(
        sat=Subquery(own.values("taken_at")[:1]), visit=Subquery(own.values("visit")[:1])
    )
    departed = set(not_moved(rows).values_list("pk", flat=True))
    opened = {table.table_id: _at(table.since, now) for table in tables}
    came: dict[tuple[int | None, str, datetime], datetime] = {}  # who moved: when he sat down first

    def add(key: str, sat: datetime, since: datetime, at: datetime, ended: bool) -> None:
        found.add(key, _minutes(since, max(sat, begin)), _minutes(since, at), ended)

    for pk, table_id, title, sat, visit, at in ended.order_by("at", "pk").values_list(
        "pk", "table", "table__plaque__name", "sat", "visit", "at"
    ):
        if title:
            key, taken = key_of(title), sat or opened[table_id]
            since = came.get((visit, key, taken), taken)
            add(key, taken, since, at, pk in departed)
            if pk not in departed:
                came[visit, key, at] = since
    sits = Sitting.objects.filter(
        table__in=[t.table_id for t in tables],
        seat__in=range(1, 1 + max((len(t.seats) for t in tables), default=0)),  # for the index
        left=None,
    ).order_by()
    sat_down = {
        (table, seat): (taken, visit)
        for table, seat, taken, visit in sits.values_list("table", "seat", "taken_at", "visit")
    }
    for table in tables:
        key = key_of(table.title)
        for seat in table.seats:
            if seat["player"]:
                taken, visit = sat_down.get(
                    (table.table_id, seat["seat"]), (opened[table.table_id], None)
                )
                since = came.get((visit, key, taken), taken)
                found.since[key].append(since)
                add(key, taken, since, now, False)
    return found


def _off(room_id: int, lists: Lists, now: datetime) -> _Seen:
    """Names that left a list without a seat, and the minutes that all of them waited."""
    found = _Seen()
    rows = ListChange.objects.filter(lists__room=room_id)
    ended = rows.filter(event__in=("name.off", "name.seated")).order_by("-seq")
    last = list(ended.values_list("number", "key", "event", "at")[:ENDED])
    added = rows.filter(event="name.added", number__in=[number for number, *_ in last]).order_by()
    since = dict(added.values_list("number", "at"))
    for number, key, event, at in last:
        found.add(key, 0, _minutes(since.get(number, at), at), event == "name.off")
    for line in lists.lines:
        for one in line.places:
            found.add(line.key, 0, _minutes(_at(one.since, now), now), ended=False)
    return found


def _opened(tables: list[Seating], now: datetime) -> dict[str, float]:
    """Tables that were opened within the hour, a minute, of games of which one is closed and can be opened too."""
    at = int(now.timestamp() * 1000)
    ages = {table.table_id: (at - table.since) / MINUTE for table in tables if table.is_open}
    watched = min(max(WATCHED, *ages.values()), OPENED) if ages else OPENED
    closed = {key_of(table.title) for table in tables if not table.is_open}
    new = Counter(key_of(t.title) for t in tables if t.is_open and ages[t.table_id] < OPENED)
    return {key: times / watched for key, times in new.items() if key in closed}


def _at(milliseconds: int, now: datetime) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, tz=now.tzinfo)


def _minutes(begin: datetime, end: datetime) -> float:
    return (end - begin).total_seconds() / 60


def _whole(begin: datetime, end: datetime) -> int:
    return max(int(_minutes(begin, end)), 0)
