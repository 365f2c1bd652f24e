"""Weeks for tests of the rules of the roster, without a database. Times are local hours of the week."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from poker.refusal import Refusal
from roster.rules import week_commands as c
from roster.rules.local_time import ClockChange, LocalDay
from roster.rules.people import MINUTE, Person, RosterRules
from roster.rules.week_decide import run
from roster.rules.week_state import PlanFacts, Shift, Week

MONDAY = date(2026, 11, 30)
ZONE = "America/Los_Angeles"


def moment(day: int, hour: float, monday: date = MONDAY, zone: str = ZONE) -> int:
    """Return the moment at which the clock shows an hour of the day; 26 is 02:00 on the next one."""
    days, rest = divmod(hour, 24)
    local = datetime.combine(monday + timedelta(days=day + int(days)), time(), ZoneInfo(zone))
    local += timedelta(hours=rest)
    return int(local.timestamp()) * 1000


def local_days(monday: date = MONDAY, zone: str = ZONE) -> dict[str, Any]:
    """Return the days and clock changes of `PlanFacts`, found hour by hour."""
    tz = ZoneInfo(zone)
    dates = [monday + timedelta(days=number) for number in range(-15, 23)]
    starts = [int(datetime.combine(day, time(), tz).timestamp()) * 1000 for day in dates]
    days = tuple(
        LocalDay(day.isoformat(), start, day.weekday())
        for day, start in zip(dates, starts, strict=True)
    )
    hours = range(starts[0], starts[-1], 60 * MINUTE)
    offsets = [(hour, _offset(hour, tz)) for hour in hours]
    changes = tuple(
        ClockChange(after[0], after[1] - before[1])
        for before, after in pairwise(offsets)
        if before[1] != after[1]
    )
    return {"days": days, "changes": changes}


def _offset(at: int, tz: ZoneInfo) -> int:
    offset = datetime.fromtimestamp(at / 1000, tz).utcoffset()
    assert offset is not None
    return int(offset.total_seconds()) // 60


class WeekDriver:
    """A week and the people of its room."""

    def __init__(
        self,
        *people: Person,
        monday: date = MONDAY,
        zone: str = ZONE,
        around: tuple[Shift, ...] = (),
        **rules: Any,
    ) -> None:
        self.monday = monday
        self.zone = zone
        self.facts = PlanFacts(
            rules=RosterRules(**rules), people=people, around=around, **local_days(monday, zone)
        )
        self.week = Week()
        self.now = self.at(0, 0) - 7 * 24 * 60 * MINUTE
        self.run(c.OpenWeek(monday.isoformat(), self.at(0, 0), self.at(7, 0)))

    def at(self, day: int, hour: float) -> int:
        return moment(day, hour, self.monday, self.zone)

    def shift(
        self, day: int, first: float, last: float, dealer: str = "", number: int = 1
    ) -> Shift:
        local_day = (self.monday + timedelta(days=day)).isoformat()
        return Shift(number, local_day, self.at(day, first), self.at(day, last), "", dealer)

    def run(self, command: c.WeekCommand) -> tuple[Any, ...]:
        """Decide a command with the facts of the room; return its events."""
        self.now += 1
        if "facts" in type(command).__struct_fields__:
            values = {name: getattr(command, name) for name in type(command).__struct_fields__}
            command = type(command)(**(values | {"facts": self.facts}))
        outcome = run(self.week, command, now=self.now)
        self.week = outcome.state
        return outcome.events

    def refused(self, command: c.WeekCommand) -> str:
        """Return the code with which a command is refused; "" if it isn't."""
        before = self.week
        try:
            self.run(command)
        except Refusal as refusal:
            assert self.week is before
            return refusal.code
        return ""

    def place(self, day: int, first: float, last: float, dealer: str = "") -> int:
        """Place a shift in the draft; return its id."""
        shift = self.shift(day, first, last, dealer)
        self.run(c.PlaceShift(shift.day, shift.start, shift.end, dealer=dealer))
        return self.week.shifts

    def publish(self, reason: str = "") -> None:
        self.run(c.Publish(reason))


def people(*keys: str, **values: Any) -> list[Person]:
    """Return dealers whose names are their keys, capitalized."""
    return [Person(key, key.title(), **values) for key in keys]
