"""The range of a report: a room with days or hours, and optionally one shift, table, game or dealer."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from reports.rollups.gaming_days import Calendar
from reports.rollups.room import calendar_of
from staff.models import Room

MAX_DAYS = 1830  # five years, the shortest retention of logs: a house choice
# Limit of a range of hours, which is read hour by hour; longer ranges use days.
MAX_HOURS_RANGE = timedelta(days=31)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRange:
    """Gaming days from `first` through `last`, or hours from `since` to before `until`.

    A range of hours covers full clock hours, including the first and last ones in part.
    "" and None mean all shifts, tables, games or dealers.
    """

    room: Room
    first: date | None = None
    last: date | None = None
    since: datetime | None = None
    until: datetime | None = None
    shift: str = ""
    table: int | None = None  # table number
    game: str = ""  # a plaque's name
    dealer: str = ""  # the dealer's key in the log

    def __post_init__(self) -> None:
        """Raises ValueError if the range has neither days nor hours, ends before it starts, or has over 31 days of
        hours.
        """
        days = (self.first, self.last)
        hours = (self.since, self.until)
        if (None in days) == (None in hours) or ((None in days) and any(days)):
            raise ValueError("A range needs either days or hours, not both.")
        if self.first and self.last and self.last < self.first:
            raise ValueError("The last day is before the first.")
        if (
            self.since
            and self.until
            and not timedelta() < self.until - self.since <= MAX_HOURS_RANGE
        ):
            raise ValueError("The end is before the beginning, or more than 31 days after it.")

    @property
    def by_days(self) -> bool:
        return self.first is not None

    @property
    def days(self) -> int:
        """The number of gaming days; 0 for a range of hours."""
        return (self.last - self.first).days + 1 if self.first and self.last else 0

    @property
    def hourly(self) -> bool:
        """Whether its series has a point for each hour: up to two days."""
        if self.since and self.until:
            return self.until - self.since <= timedelta(days=2)
        return self.days <= 2

    def before(self, weeks: int = 4) -> tuple["ReportRange", ...]:
        """Return the same weekday or weekdays of earlier weeks; empty for a range of more than a week."""
        if self.first is None or self.last is None or self.days > 7:
            return ()
        return tuple(
            replace(
                self,
                first=self.first - timedelta(weeks=week),
                last=self.last - timedelta(weeks=week),
            )
            for week in range(1, weeks + 1)
        )


def of_day(room: Room, day: date, *, shift: str = "") -> ReportRange:
    """Return the range of one gaming day or of one of its shifts."""
    return ReportRange(room=room, first=day, last=day, shift=shift)


def day_at(room: Room, moment: datetime) -> date:
    return calendar_of(room).at(int(moment.timestamp())).day


def shifts_of(room: Room) -> tuple[str, ...]:
    calendar: Calendar = calendar_of(room)
    return tuple(calendar.names())
