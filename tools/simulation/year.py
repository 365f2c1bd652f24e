"""A year of rollups from a seed, without logs, for looking at and measuring reports.

How full a room is, how fast it deals and what it drops are plausible numbers of our own.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any

from django.db import connection
from django.db.models import Model, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from poker.irregularities.load import catalogue
from reports.models import (
    CallFact,
    DealerDay,
    DealerMonth,
    IncidentDay,
    OutageHour,
    TableDay,
    TableHour,
    WaitDay,
)
from reports.rollups.clusters import PRODUCTS
from reports.rollups.gaming_days import Calendar, GamingShift
from reports.rollups.log_reducer import HOUR, CellSums
from reports.rollups.room import calendar_of, fill_long_sums
from rulings.incidents.categories import categories
from tables.models import GameHalfHour
from tools.simulation.room_setup import SimulatedRoom

# Share of open tables by hour (UTC) and by weekday, Monday first.
BY_HOUR = (
    *(0.75, 0.6, 0.45, 0.35, 0.28, 0.22, 0.2, 0.2, 0.22, 0.25, 0.32, 0.42),
    *(0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0, 1.0, 1.0, 0.97, 0.88),
)
BY_DAY = (0.6, 0.6, 0.65, 0.75, 1.0, 1.0, 0.8)
PACE = {"No-limit": 29, "Limit": 34, "Pot-limit": 25, "Omaha": 26, "Seven-card": 24}
CALLS = 0.008  # per hand
WHYS = (
    "facts differ",
    "facts differ: the cards were elsewhere",
    "house exception",
    "It was announced right away.",
)
# Shares of the open seats for which a player waits; the rest is not called.
LOST = {"called_s": 0.3, "held_s": 0.2, "no_dealer_s": 0.1, "floor_call_s": 0.05, "locked_s": 0.05}
DOWN = 1800  # seconds of a dealer's down
CREWS = 3  # each works one shift a day
FIELDS = CellSums.__struct_fields__
_CELLS = ("room_id", "table_id", "hour", "day", "shift", "dealer", "game", *FIELDS)


@dataclass(frozen=True, slots=True)
class _Down:
    """One dealer's half hour at a table."""

    table: int
    seats: int
    game: str
    dealer: str
    moment: int
    shift: GamingShift
    hands: int


class Year:
    """Writes rows for some days into an otherwise empty room."""

    def __init__(self, house: SimulatedRoom, seed: str) -> None:
        """`house`: the room's tables, games and dealers."""
        self.room, self.rng = house.room, Random(f"{seed}/year")
        self.waits_rng = Random(f"{seed}/waits")
        self.tables = [
            (table.pk, table.seats, table.plaque.name if table.plaque else "")
            for table, _, _ in house.tables
        ]
        self.dealers = [member.staff.key for member in house.dealers]
        self.crews = [self.dealers[number::CREWS] for number in range(CREWS)]
        self.floor = [member.staff.alias for member in house.supervisors]
        self.calendar: Calendar = calendar_of(house.room)
        self.speed = {dealer: self.rng.gauss(1, 0.06) for dealer in self.dealers}
        rows = catalogue().rows.values()
        self.keys = [row.key for row in rows]
        self.often = list(accumulate(4.0**row.often for row in rows))

    def write(self, first: date, days: int) -> Counter[str]:
        """Write the gaming days from `first`; return the number of rows of each kind."""
        counts: Counter[str] = Counter()
        for number in range(days):
            day = first + timedelta(days=number)
            downs = list(self._downs(day))
            hours = [self._hour(down) for down in downs]
            counts["hours"] += _insert(TableHour, _CELLS, hours)
            counts["half hours of games"] += self._half_hours(downs, hours)
            counts["calls"] += self._calls(downs)
            counts["days of lists"] += self._waits(downs)
            counts["silences"] += self._silences(downs)
            counts["incidents"] += self._incidents(day)
        counts["days of tables"] = _days(TableDay, self.room.pk, "table_id")
        counts["days of dealers"] = _days(DealerDay, self.room.pk, "dealer")
        counts["months of dealers"] = _months(self.room.pk)
        fill_long_sums(self.room)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        return counts

    def _downs(self, day: date) -> Iterator[_Down]:
        full = BY_DAY[day.weekday()] * self.rng.uniform(0.85, 1.05)
        duty = [self.rng.sample(crew, len(crew)) for crew in self.crews]
        for moment in range(self.calendar.begins(day), self.calendar.ends(day), DOWN):
            at, shift = datetime.fromtimestamp(moment, UTC), self.calendar.at(moment)
            order = duty[self.calendar.names().index(shift.name) % len(duty)]
            order.append(order.pop(0))  # on to the next table
            open_ = min(len(self.tables), round(len(self.tables) * full * BY_HOUR[at.hour]))
            for (table, seats, game), dealer in zip(self.tables[:open_], order, strict=False):
                pace = next((hands for word, hands in PACE.items() if game.startswith(word)), 24)
                mean = pace * self.speed[dealer] / 2
                hands = max(0, round(self.rng.gauss(mean, mean**0.5 * 0.8)))
                yield _Down(table, seats, game, dealer, moment, shift, hands)

    def _hour(self, down: _Down) -> tuple[object, ...]:
        sums = {
            "hands": down.hands,
            "partial": int(self.rng.random() < 0.02 * down.hands),
            "misdeals": int(self.rng.random() < 0.05),
            "undone": int(self.rng.random() < 0.03),
            "downs": 1,
            "open_s": DOWN,
            "seat_s": round(down.seats * min(1.0, self.rng.gauss(0.88, 0.07)) * DOWN),
            "chair_s": down.seats * DOWN,
            "rake": 100 * max(0, round(self.rng.gauss(3 * down.hands, 2 * down.hands**0.5))),
            "jackpot": 100 * (down.hands // 2),
            "time": 0,
        }
        hour = _moment(down.moment - down.moment % HOUR)
        where = (self.room.pk, down.table, hour, down.shift.day, down.shift.name, down.dealer)
        return (*where, down.game, *(sums[name] for name in FIELDS))

    def _half_hours(self, downs: list[_Down], hours: list[tuple[object, ...]]) -> int:
        """Write the seats of each game with players who wait, and what was lost of the open seats."""
        rows: dict[tuple[int, str], GameHalfHour] = {}
        for down, hour in zip(downs, hours, strict=True):
            cell = dict(zip(_CELLS, hour, strict=True))
            row = rows.setdefault(
                (down.moment, down.game),
                GameHalfHour(
                    room_id=self.room.pk,
                    begins=datetime.fromtimestamp(down.moment, UTC),
                    day=down.shift.day,
                    shift=down.shift.name,
                    hour=timezone.localtime(datetime.fromtimestamp(down.moment, UTC)).hour,
                    game=down.game,
                ),
            )
            for name in ("open_s", "seat_s", "chair_s"):
                setattr(row, name, getattr(row, name) + cell[name])
        for row in rows.values():
            tables, rng = row.open_s // DOWN, self.waits_rng
            row.wait_s = max(0, round(rng.gauss(1.2 * tables, tables**0.5) * DOWN))
            lost = min(row.wait_s, row.chair_s - row.seat_s)
            for name, share in LOST.items():
                seconds = min(lost, max(0, round(lost * rng.gauss(share, share / 3))))
                setattr(row, name, seconds)
                lost -= seconds
            row.not_called_s += lost
        GameHalfHour.objects.bulk_create(rows.values(), batch_size=1000)
        return len(rows)

    def _calls(self, downs: list[_Down]) -> int:
        facts = [self._call(down) for down in downs if self.rng.random() < CALLS * down.hands]
        if not facts:
            return 0
        _insert(CallFact, tuple(facts[0]), [tuple(fact.values()) for fact in facts])
        return len(facts)

    def _call(self, down: _Down) -> dict[str, object]:
        seen = round(self.rng.lognormvariate(2.3, 0.6))
        here = seen + round(self.rng.lognormvariate(3.1, 0.5))
        over = self.rng.random() < 0.07
        moment = down.moment + self.rng.randrange(DOWN)
        return {
            "room_id": self.room.pk,
            "table_id": down.table,
            "seq": moment,  # without a log, the second serves as the entry number
            "day": down.shift.day,
            "shift": down.shift.name,
            "at": _moment(moment),
            "game": down.game,
            "family": "flop",
            "dealer": down.dealer,
            "key": self.rng.choices(self.keys, cum_weights=self.often)[0],
            "hand": 1,
            "seen_s": seen,
            "here_s": here,
            "closed_s": here + round(self.rng.lognormvariate(4.2, 0.6)),
            "status": "ruled",
            "decision": "overridden" if over else "accepted",
            "proposal": True,
            "reason": WHYS[moment % len(WHYS)] if over else "",
            "by": self.rng.choice(self.floor),
            "appeals": 0,
        }

    def _waits(self, downs: list[_Down]) -> int:
        groups = Counter((down.shift.day, down.shift.name, down.game) for down in downs)
        rows = []
        for (day, shift, game), half_hours in groups.items():
            seated = round(half_hours * self.rng.uniform(0.8, 1.6))
            left = round(seated * self.rng.uniform(0.1, 0.4))
            waits = sorted(round(self.rng.lognormvariate(6.8, 0.8)) for _ in range(seated))
            row = WaitDay(room_id=self.room.pk, day=day, shift=shift, game=game, waits=waits)
            row.added, row.seated, row.left, row.passed = seated + left, seated, left, left // 3
            rows.append(row)
        WaitDay.objects.bulk_create(rows)
        return len(rows)

    def _silences(self, downs: list[_Down]) -> int:
        hours = {
            (down.table, down.moment - down.moment % HOUR, down.shift)
            for down in self.rng.sample(downs, len(downs) // 400)
        }
        OutageHour.objects.bulk_create(
            OutageHour(
                room_id=self.room.pk,
                table_id=table,
                hour=datetime.fromtimestamp(hour, tz=UTC),
                day=shift.day,
                shift=shift.name,
                seconds=round(self.rng.lognormvariate(4.5, 0.7)) % HOUR,
                times=1,
            )
            for table, hour, shift in sorted(hours, key=lambda one: one[:2])
        )
        return len(hours)

    def _incidents(self, day: date) -> int:
        shifts = self.calendar.names()
        keys = list(categories())
        counts = Counter(
            (self.rng.choice(shifts), self.rng.choice(keys), self.rng.choice((1, 1, 1, 2, 3)))
            for _ in range(self.rng.randrange(2, 8))
        )
        IncidentDay.objects.bulk_create(
            IncidentDay(
                room_id=self.room.pk, day=day, shift=shift, category=key, severity=severity, n=n
            )
            for (shift, key, severity), n in counts.items()
        )
        return len(counts)


def _moment(seconds: int) -> object:
    """Return a time as the database takes it."""
    return connection.ops.adapt_datetimefield_value(datetime.fromtimestamp(seconds, tz=UTC))


def _insert(model: type[Model], names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> int:
    """Insert half a million rows with plain SQL, because the ORM takes longer than the database."""
    places = ", ".join(["%s"] * len(names))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {model._meta.db_table} ({_quoted(names)}) VALUES ({places})", rows
        )
    return len(rows)


def _days(model: type[Model], room: int, by: str) -> int:
    """Write the daily sums as `reports.rollups.clusters` does, in one statement for the whole year."""
    drop = 'CAST("rake" + "jackpot" + "time" AS double precision)'
    rake = 'CAST("rake" AS double precision)'
    pairs = {
        "n": "1",
        "hh": '"hands" * "hands"',
        "ht": '"hands" * "open_s"',
        "tt": '"open_s" * "open_s"',
        "dd": f"{drop} * {drop}",
        "dt": f'{drop} * "open_s"',
        "rr": f"{rake} * {rake}",
        "rt": f'{rake} * "open_s"',
    }
    keys = ("room_id", by, "day", "shift", "game")
    sums = [f'SUM("{name}")' for name in FIELDS] + [f"SUM({pairs[name]})" for name in PRODUCTS]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({_quoted((*keys, *FIELDS, *PRODUCTS))})"
            f" SELECT {_quoted(keys)}, {', '.join(sums)} FROM {TableHour._meta.db_table}"
            f" WHERE room_id = %s GROUP BY {_quoted(keys)}",
            [room],
        )
        return int(cursor.rowcount)


def _months(room: int) -> int:
    rows = DealerDay.objects.filter(room=room).annotate(month=TruncMonth("day")).order_by()
    keys = ("month", "shift", "dealer", "game")
    names = (*FIELDS, *PRODUCTS)
    found = rows.values_list(*keys).annotate(**{f"sum_{name}": Sum(name) for name in names})
    columns = ("room_id", "day", *keys[1:], *names)
    return _insert(DealerMonth, columns, [(room, *row) for row in found])


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)
