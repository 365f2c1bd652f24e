"""How nights, weekends, early outs and games are split over the weeks of a room, from its rows and the lineup's log."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from journal.models import Entry
from journal.unix_time import milliseconds
from lineup.actions import LINEUP
from lineup.rules.events import BoxTaken
from lineup.sign_offs import games_of_tables
from poker.logs.codec import tag
from roster.crew_log import load_crew
from roster.local_days import days_around, midnight
from roster.models import RosterWeek, ShiftRecord
from roster.rules.fairness import DealerCounts, DealerShares, Share, fair_shares, house_shares
from roster.rules.local_time import LocalTime
from roster.rules.shift_kinds import is_night, is_weekend
from roster.rules.week_state import Shift
from staff.keys import aliases
from staff.models import Room

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class RoomFairness:
    """The shares of a room's dealers by alias, and those of the whole house."""

    names: Mapping[str, str]
    dealers: tuple[DealerShares, ...]
    house: Mapping[str, Share]


@dataclass
class _Counts:
    shifts: int = 0
    nights: int = 0
    weekends: int = 0
    early_outs: int = 0
    downs: int = 0
    other_games: int = 0


def room_fairness(room: Room, first: date, last: date) -> RoomFairness:
    """Return the shares of the crew from the week of one Monday to that of another one, in the order of aliases."""
    counts: dict[str, _Counts] = defaultdict(_Counts)
    weeks = RosterWeek.objects.filter(room=room, monday__gte=first, monday__lte=last)
    for week in weeks.order_by("monday"):
        _count_shifts(week, counts)
    _count_downs(room, midnight(first), midnight(last + WEEK), counts)
    keys = set(load_crew(room.pk).members)
    names = aliases(keys)
    rows = [
        DealerCounts(dealer=key, **vars(counts[key]))
        for key in sorted(keys, key=lambda key: names.get(key, key))
    ]
    return RoomFairness(names, fair_shares(rows), house_shares(rows))


def _count_shifts(week: RosterWeek, counts: dict[str, _Counts]) -> None:
    """Count the shifts to which dealers came."""
    local = LocalTime(*days_around(week.monday))
    records = ShiftRecord.objects.filter(week=week, clocked_in__isnull=False, start__isnull=False)
    for record in records:
        assert record.start is not None
        assert record.end is not None
        start, end = milliseconds(record.start), milliseconds(record.end)
        day = local.day_of(start)
        assert day is not None
        shift = Shift(record.number, day.day, start, end)
        row = counts[record.dealer]
        row.shifts += 1
        row.nights += is_night(shift, local)
        row.weekends += is_weekend(shift, local)
        row.early_outs += record.let_go is not None


def _count_downs(room: Room, begin: datetime, end: datetime, counts: dict[str, _Counts]) -> None:
    """Count the downs, and those at tables of stud and draw, by the games that the tables have now."""
    families = games_of_tables(room.pk)
    for event in _pushes(room, begin, end):
        row = counts[event.key]
        row.downs += 1
        row.other_games += bool(families.get(event.table, frozenset()) - {"flop"})


def _pushes(room: Room, begin: datetime, end: datetime) -> Iterable[BoxTaken]:
    rows = Entry.objects.filter(
        stream__dealers__room=room, name=tag(BoxTaken), at__gte=begin, at__lt=end
    )
    for row in rows.order_by("seq").iterator():
        event = LINEUP.decode(row)
        assert isinstance(event, BoxTaken)
        yield event
