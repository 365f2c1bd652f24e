"""What a report is of: a room and days, or a while, and of these perhaps one shift, table, game or dealer."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from reports.rolling.days import Calendar
from reports.rolling.room import calendar_of
from tables.models import Room

MOST_DAYS = 1830  # five years, as long as logs are kept at least: the house's own measure
LONGEST = timedelta(days=31)  # of a while, which is read hour by hour; what is longer is of days


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Either gaming days, `first` to `last` and with it, or a while, from `since` to before `until`.

    A while is of whole clock hours, those in which it begins and ends with it.
    table: its number; game: a plaque's name; dealer: as the log names people. "" and None are all of them.
    """

    room: Room
    first: date | None = None
    last: date | None = None
    since: datetime | None = None
    until: datetime | None = None
    shift: str = ""
    table: int | None = None
    game: str = ""
    dealer: str = ""

    def __post_init__(self) -> None:
        """Raises ValueError for neither days nor a while, what ends before it begins, and a while of over 31 days."""
        days, while_ = (self.first, self.last), (self.since, self.until)
        if (None in days) == (None in while_) or ((None in days) and any(days)):
            raise ValueError("A range is days or a while.")
        if self.first and self.last and self.last < self.first:
            raise ValueError("The last day is before the first.")
        if self.since and self.until and not timedelta() < self.until - self.since <= LONGEST:
            raise ValueError("The end is before the beginning, or more than 31 days after it.")

    @property
    def by_days(self) -> bool:
        """Whether it is of gaming days."""
        return self.first is not None

    @property
    def days(self) -> int:
        """How many gaming days; 0 of a while."""
        return (self.last - self.first).days + 1 if self.first and self.last else 0

    @property
    def hourly(self) -> bool:
        """Whether its series goes by the hour: up to two days."""
        if self.since and self.until:
            return self.until - self.since <= timedelta(days=2)
        return self.days <= 2

    def before(self, weeks: int = 4) -> tuple["Range", ...]:
        """The same weekday or weekdays, in so many weeks before; none of more than a week."""
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


def of_day(room: Room, day: date, *, shift: str = "") -> Range:
    """One gaming day, or a shift of it."""
    return Range(room=room, first=day, last=day, shift=shift)


def shift_at(room: Room, moment: datetime) -> Range:
    """The shift that a moment belongs to."""
    found = calendar_of(room).at(int(moment.timestamp()))
    return of_day(room, found.day, shift=found.name)


def day_at(room: Room, moment: datetime) -> date:
    """The gaming day of a moment."""
    return calendar_of(room).at(int(moment.timestamp())).day


def shifts_of(room: Room) -> tuple[str, ...]:
    """The names of the room's shifts, in order."""
    calendar: Calendar = calendar_of(room)
    return tuple(calendar.names())
