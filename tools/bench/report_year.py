"""Report rows of many days without logs: input of the report benchmark and of tests of long ranges.

Occupancy, pace and drop are invented, plausible numbers. Equal arguments give equal rows.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random

from django.db import connection
from django.utils import timezone

from poker.irregularities.load import catalogue
from reports.archive.archiving import room_archive_reports
from reports.models import (
    CallFact,
    IncidentDay,
    OutageHour,
    RollupProgress,
    TableHour,
    WaitDay,
)
from reports.rollups.clusters import days_refresh
from reports.rollups.gaming_days import GamingShift
from reports.rollups.hand_kinds import kinds_add
from reports.rollups.log_reducer import HOUR, CellKey, KindCell, KindSums
from reports.rollups.room import calendar_of, fill_long_sums
from rulings.incidents.categories import categories
from staff.models import Room
from tables.models import GameHalfHour, Table
from tools.simulation.room_setup import room_create

# The share of open tables by three-hour period (UTC), and by weekday, Monday first.
OPEN_BY_THREE_HOURS = (0.6, 0.28, 0.21, 0.33, 0.55, 0.72, 0.97, 0.95)
OPEN_BY_WEEKDAY = (0.6, 0.6, 0.65, 0.75, 1.0, 1.0, 0.8)
HANDS_PER_HOUR = {"No-limit": 29, "Limit": 34, "Pot-limit": 25, "Omaha": 26}
HANDS_PER_HOUR_OF_OTHERS = 24
CALLS_PER_HAND = 0.008
REASONS = (
    "facts differ",
    "facts differ: the cards were elsewhere",
    "house exception",
    "It was announced right away.",
)
# Shares of the open seats that a player waits for; players for the other seats are not called.
LOST_SHARES = {
    "called_s": 0.3,
    "held_s": 0.2,
    "no_dealer_s": 0.1,
    "floor_call_s": 0.05,
    "locked_s": 0.05,
}
# One hand in so many is of these kinds; seconds of a hand of a kind.
ONE_IN = {"bomb_pot_two_boards": 13, "straddle": 9, "straddle,run_twice": 14}
SECONDS = {"": 82, "bomb_pot_two_boards": 190, "straddle,run_twice": 150}
DOWN = 1800  # seconds that a dealer deals at one table
CREWS = 3  # each works one shift a day
ARCHIVED = timedelta(days=3)  # reports are archived this far back from the end
BATCH_SIZE = 1000


@dataclass(frozen=True, slots=True)
class Down:
    """One dealer's half hour at a table."""

    table: Table
    game: str
    dealer: str
    begins: int  # Unix seconds
    shift: GamingShift
    hands: int


def _cell(down: Down) -> CellKey:
    return CellKey(
        hour=down.begins - down.begins % HOUR,
        day=down.shift.day.isoformat(),
        shift=down.shift.name,
        dealer=down.dealer,
        game=down.game,
    )


def _kinds(downs: list[Down], hours: list[TableHour]) -> Iterator[tuple[Table, KindCell, KindSums]]:
    """Yield the hands of each down by kind; those that aren't special are ordinary."""
    for down, hour in zip(downs, hours, strict=True):
        special = {kinds: down.hands // every for kinds, every in ONE_IN.items()}
        hands_by_kinds = special | {"": down.hands - sum(special.values())}
        rake = hour.rake // max(down.hands, 1)
        for kinds, hands in hands_by_kinds.items():
            seconds = hands * SECONDS.get(kinds, SECONDS[""])
            sums = KindSums(hands, seconds, hands * rake, 0)
            yield down.table, KindCell(_cell(down), kinds), sums


def report_year_create(name: str, *, tables: int, days: int, last: date) -> Room:
    """Return a new room with the report rows of `days` gaming days until `last`.

    The rollups skip the room, because its rows can't be rebuilt from logs.
    """
    room = Room.objects.create(name=name, own_time=True)
    ReportYear(room, tables).write(last, days)
    return room


class ReportYear:
    """The rows of a room, day by day."""

    def __init__(self, room: Room, tables: int) -> None:
        """Fill the empty room with tables and staff."""
        house = room_create(
            room=room, tables=tables, now=timezone.now(), sign_in=False, crews=CREWS
        )
        self.room = room
        self.random = Random(1)
        self.tables = [table for table, _, _ in house.tables]
        self.dealers = [member.staff.key for member in house.dealers]
        self.supervisors = [member.staff.alias for member in house.supervisors]
        self.calendar = calendar_of(room)
        self.speeds = {dealer: self.random.gauss(1, 0.06) for dealer in self.dealers}
        irregularities = catalogue().rows.values()
        self.keys = [irregularity.key for irregularity in irregularities]
        self.weights = [4.0**irregularity.often for irregularity in irregularities]

    def write(self, last: date, days: int) -> None:
        """Write the rows of the days until `last`, and archive the reports of the last three."""
        all_days = [last - timedelta(days=number) for number in reversed(range(days))]
        for month in sorted({day.replace(day=1) for day in all_days}):
            cells = []
            for day in all_days:
                if day.replace(day=1) == month:
                    cells += self._write_day(day)
            days_refresh(cells)
        fill_long_sums(self.room)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        now = timezone.now()
        until = min(self.calendar.ends(last), int(now.timestamp()))
        RollupProgress.objects.update_or_create(room=self.room, defaults={"until": until})
        room_archive_reports(self.room, now=now, window=ARCHIVED, most=100)

    def _write_day(self, day: date) -> list[tuple[Table, CellKey]]:
        """Write the rows of a gaming day; return a cell for each dealer of each table."""
        downs = list(self._downs(day))
        hours = [self._hour(down) for down in downs]
        TableHour.objects.bulk_create(hours, batch_size=BATCH_SIZE)
        kinds_add(_kinds(downs, hours))
        self._write_half_hours(downs, hours)
        calls = [down for down in downs if self.random.random() < CALLS_PER_HAND * down.hands]
        CallFact.objects.bulk_create(self._call(down) for down in calls)
        self._write_waits(downs)
        self._write_outages(downs)
        self._write_incidents(day)
        return [(down.table, _cell(down)) for down in downs]

    def _downs(self, day: date) -> Iterator[Down]:
        open_share = OPEN_BY_WEEKDAY[day.weekday()] * self.random.uniform(0.85, 1.05)
        crews = [self.dealers[number::CREWS] for number in range(CREWS)]
        for crew in crews:
            self.random.shuffle(crew)
        shift_names = self.calendar.names()
        for begins in range(self.calendar.begins(day), self.calendar.ends(day), DOWN):
            shift = self.calendar.at(begins)
            crew = crews[shift_names.index(shift.name) % CREWS]
            crew.append(crew.pop(0))  # each dealer moves to the next table
            hour = datetime.fromtimestamp(begins, UTC).hour
            open_tables = round(len(self.tables) * open_share * OPEN_BY_THREE_HOURS[hour // 3])
            for table, dealer in zip(self.tables[:open_tables], crew, strict=False):
                game = table.plaque.name if table.plaque else ""
                pace = HANDS_PER_HOUR.get(game.partition(" ")[0], HANDS_PER_HOUR_OF_OTHERS)
                mean = pace * self.speeds[dealer] / 2
                hands = max(0, round(self.random.gauss(mean, mean**0.5 * 0.8)))
                yield Down(table, game, dealer, begins, shift, hands)

    def _hour(self, down: Down) -> TableHour:
        occupancy = min(1.0, self.random.gauss(0.88, 0.07))
        rake = round(self.random.gauss(3 * down.hands, 2 * down.hands**0.5))
        return TableHour(
            room=self.room,
            table=down.table,
            hour=datetime.fromtimestamp(down.begins - down.begins % HOUR, UTC),
            day=down.shift.day,
            shift=down.shift.name,
            dealer=down.dealer,
            game=down.game,
            hands=down.hands,
            partial=int(self.random.random() < 0.02 * down.hands),
            misdeals=int(self.random.random() < 0.05),
            undone=int(self.random.random() < 0.03),
            downs=1,
            open_s=DOWN,
            seat_s=round(down.table.seats * occupancy * DOWN),
            chair_s=down.table.seats * DOWN,
            rake=100 * max(0, rake),
            jackpot=100 * (down.hands // 2),
        )

    def _write_half_hours(self, downs: list[Down], hours: list[TableHour]) -> None:
        """Write the seats of each game with players who wait, and the lost time of open seats."""
        rows: dict[tuple[int, str], GameHalfHour] = {}
        for down, hour in zip(downs, hours, strict=True):
            begins = datetime.fromtimestamp(down.begins, UTC)
            row = rows.setdefault(
                (down.begins, down.game),
                GameHalfHour(
                    room=self.room,
                    begins=begins,
                    day=down.shift.day,
                    shift=down.shift.name,
                    hour=timezone.localtime(begins).hour,
                    game=down.game,
                ),
            )
            row.open_s += hour.open_s
            row.seat_s += hour.seat_s
            row.chair_s += hour.chair_s
        for row in rows.values():
            tables = row.open_s // DOWN
            row.wait_s = max(0, round(self.random.gauss(1.2 * tables, tables**0.5) * DOWN))
            lost = min(row.wait_s, row.chair_s - row.seat_s)
            rest = lost
            for name, share in LOST_SHARES.items():
                seconds = min(rest, max(0, round(lost * self.random.gauss(share, share / 3))))
                setattr(row, name, seconds)
                rest -= seconds
            row.not_called_s += rest
        GameHalfHour.objects.bulk_create(rows.values(), batch_size=BATCH_SIZE)

    def _call(self, down: Down) -> CallFact:
        seen_s = round(self.random.lognormvariate(2.3, 0.6))
        here_s = seen_s + round(self.random.lognormvariate(3.1, 0.5))
        is_overridden = self.random.random() < 0.07
        called = down.begins + self.random.randrange(DOWN)
        return CallFact(
            room=self.room,
            table=down.table,
            seq=called,  # without a log, the second of the call is the entry number
            day=down.shift.day,
            shift=down.shift.name,
            at=datetime.fromtimestamp(called, UTC),
            game=down.game,
            family="flop",
            dealer=down.dealer,
            key=self.random.choices(self.keys, self.weights)[0],
            hand=1,
            seen_s=seen_s,
            here_s=here_s,
            closed_s=here_s + round(self.random.lognormvariate(4.2, 0.6)),
            status="ruled",
            decision="overridden" if is_overridden else "accepted",
            proposal=True,
            reason=self.random.choice(REASONS) if is_overridden else "",
            by=self.random.choice(self.supervisors),
        )

    def _write_waits(self, downs: list[Down]) -> None:
        groups = Counter((down.shift.day, down.shift.name, down.game) for down in downs)
        rows = []
        for (day, shift, game), half_hours in groups.items():
            seated = round(half_hours * self.random.uniform(0.8, 1.6))
            gone_count = round(seated * self.random.uniform(0.1, 0.4))
            waits = sorted(round(self.random.lognormvariate(6.8, 0.8)) for _ in range(seated))
            rows.append(
                WaitDay(
                    room=self.room,
                    day=day,
                    shift=shift,
                    game=game,
                    waits=waits,
                    added=seated + gone_count,
                    seated=seated,
                    left=gone_count,
                    passed=gone_count // 3,
                )
            )
        WaitDay.objects.bulk_create(rows)

    def _write_outages(self, downs: list[Down]) -> None:
        rows = {}
        for down in self.random.sample(downs, len(downs) // 400):
            hour = datetime.fromtimestamp(down.begins - down.begins % HOUR, UTC)
            rows[down.table.pk, hour, down.shift.name] = OutageHour(
                room=self.room,
                table=down.table,
                hour=hour,
                day=down.shift.day,
                shift=down.shift.name,
                seconds=round(self.random.lognormvariate(4.5, 0.7)) % HOUR,
                times=1,
            )
        OutageHour.objects.bulk_create(rows.values())

    def _write_incidents(self, day: date) -> None:
        shifts = self.calendar.names()
        keys = list(categories())
        counts = Counter(
            (
                self.random.choice(shifts),
                self.random.choice(keys),
                self.random.choice((1, 1, 1, 2, 3)),
            )
            for _ in range(self.random.randrange(2, 8))
        )
        IncidentDay.objects.bulk_create(
            IncidentDay(
                room=self.room,
                day=day,
                shift=shift,
                category=key,
                severity=severity,
                n=count,
            )
            for (shift, key, severity), count in counts.items()
        )
