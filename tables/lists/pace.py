"""How fast each list of a room moves, from its own log: seats that are left, names that go, tables that open."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import is_

from django.db.models import OuterRef, Subquery

from poker.waiting.estimate import Pace
from poker.waiting.state import Lists
from tables.lists.freed import not_moved
from tables.lists.games import key_of
from tables.models import FreedSeat, ListChange, Sitting
from tables.occupied import Seating, seatings

# The house's own, as no guide speaks of waits: how far back, and how much the whole room counts beside one game.
NIGHT = timedelta(hours=8)
LEAST = 3  # departures in the room; from fewer no rate is taken
SHARED = (
    5  # departures: until a game has had as many itself, the room's rate weighs more than its own
)
DEPARTED = 400  # departures; a large room needs fewer hours
ENDED = 200  # names that left a list, with a seat or without
OPENED, WATCHED = (
    60,
    10,
)  # minutes in which openings count, and the fewest that a rate is taken from
MINUTE = 60_000


@dataclass(slots=True)
class Seen:
    """How often something happened, and in how many minutes of one who could have done it."""

    times: float = 0
    minutes: float = 0.0

    def rate(self, of_all: float) -> float:
        """A minute, drawn towards the rate of all by `SHARED` cases; `of_all` may be 0."""
        if of_all <= 0:
            return 0.0
        return (self.times + SHARED) / (self.minutes + SHARED / of_all)


@dataclass(slots=True)
class _All:
    """Of each key, and of the room."""

    by: defaultdict[str, Seen] = field(default_factory=lambda: defaultdict(Seen))
    room: Seen = field(default_factory=Seen)

    def add(self, key: str, times: int, minutes: float) -> None:
        for seen in (self.by[key], self.room):
            seen.times += times
            seen.minutes += max(minutes, 0.0)

    @property
    def of_all(self) -> float:
        return self.room.times / self.room.minutes if self.room.minutes else 0.0


def paces(room_id: int, lists: Lists, now: datetime) -> dict[str, Pace]:
    """The pace of each list whose game has a table, by key, as far as the last hours let it be known."""
    tables = seatings(room_id)
    left, off = _left_by_now(room_id, tables, now), _off(room_id, lists, now)
    opened = _opened(tables, now)
    known = left.room.times >= LEAST
    sitting = Counter(
        key_of(table.title) for table in tables for seat in table.seats if seat["player"]
    )
    return {
        key: Pace(
            freed=left.by[key].rate(left.of_all) * sitting[key] if known else 0.0,
            seen=max(min(left.by[key].times + SHARED, left.room.times), 1),
            off=off.by[key].rate(off.of_all),
            opened=opened.get(key, 0.0),
        )
        for key in {key_of(table.title) for table in tables if table.is_open}
    }


def _left_by_now(room_id: int, tables: list[Seating], now: datetime) -> _All:
    """`_left`, read again where somebody came or went, and each minute: eight desks ask it for every name."""
    minute = int(now.timestamp() // 60)
    kept = _LEFT.get(room_id)
    same = kept and kept[0] == minute and len(kept[1]) == len(tables)
    if kept and same and all(map(is_, kept[1], tables)):
        return kept[2]
    _LEFT[room_id] = (minute, tables, _left(room_id, tables, now))
    return _LEFT[room_id][2]


_LEFT: dict[int, tuple[int, list[Seating], _All]] = {}  # by room


def _left(room_id: int, tables: list[Seating], now: datetime) -> _All:
    """Chairs that were left, and the minutes that everybody sat, those who sit still among them."""
    found, begin = _All(), now - NIGHT
    rows = FreedSeat.objects.filter(table__room=room_id, at__gt=begin, at__lte=now).order_by()
    many = rows.order_by("-at").values_list("at", flat=True)[DEPARTED : DEPARTED + 1]
    begin = max((begin, *many))
    rows = rows.filter(at__gt=begin)
    own = Sitting.objects.filter(
        table=OuterRef("table"), seat=OuterRef("seat"), left=OuterRef("seq")
    )
    ended = rows.annotate(sat=Subquery(own.order_by().values("taken_at")[:1]))
    departed = set(not_moved(rows).values_list("pk", flat=True))
    opened = {table.table_id: _at(table.since, now) for table in tables}
    for pk, table_id, title, sat, at in ended.values_list(
        "pk", "table", "table__plaque__name", "sat", "at"
    ):
        if title:
            since = max(sat or opened[table_id], begin)
            found.add(key_of(title), pk in departed, _minutes(since, at))
    sits = Sitting.objects.filter(
        table__in=[t.table_id for t in tables],
        seat__in=range(1, 1 + max((len(t.seats) for t in tables), default=0)),  # for the index
        left=None,
    ).order_by()
    sat_down = {
        (table, seat): at for table, seat, at in sits.values_list("table", "seat", "taken_at")
    }
    for table in tables:
        for seat in table.seats:
            if seat["player"]:
                sat = sat_down.get((table.table_id, seat["seat"]), opened[table.table_id])
                found.add(key_of(table.title), 0, _minutes(max(sat, begin), now))
    return found


def _off(room_id: int, lists: Lists, now: datetime) -> _All:
    """Names that left a list without a seat, and the minutes that all of them waited."""
    found = _All()
    rows = ListChange.objects.filter(lists__room=room_id)
    ended = rows.filter(event__in=("name.off", "name.seated")).order_by("-seq")
    last = list(ended.values_list("number", "key", "event", "at")[:ENDED])
    added = rows.filter(event="name.added", number__in=[number for number, *_ in last]).order_by()
    since = dict(added.values_list("number", "at"))
    for number, key, event, at in last:
        found.add(key, event == "name.off", _minutes(since.get(number, at), at))
    for line in lists.lines:
        for one in line.places:
            found.add(line.key, 0, _minutes(_at(one.since, now), now))
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
