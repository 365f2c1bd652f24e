"""Minutes on the clock of days on which the clocks change."""

from datetime import date

import pytest

from roster.rules.local_time import LocalTime
from roster.rules.people import MINUTE
from tests.support.roster_rules import local_days, moment

SPRING = date(2026, 3, 2)  # Los Angeles: 02:00 becomes 03:00 on Sunday the 8th
AUTUMN = date(2026, 10, 26)  # 02:00 becomes 01:00 on Sunday, November 1st


def local(monday: date) -> LocalTime:
    days = local_days(monday)
    return LocalTime(days["days"], days["changes"])


@pytest.mark.parametrize(
    ("monday", "day", "minute", "elapsed"),
    [
        (SPRING, "2026-03-08", 60, 60),
        (SPRING, "2026-03-08", 240, 180),
        (SPRING, "2026-03-08", 150, 120),  # skipped: the moment of the change
        (SPRING, "2026-03-07", 28 * 60, 27 * 60),
        (AUTUMN, "2026-11-01", 90, 90),  # shown twice: the first time
        (AUTUMN, "2026-11-01", 120, 180),
        (AUTUMN, "2026-10-31", 28 * 60, 29 * 60),
        (AUTUMN, "2026-11-02", 600, 600),
    ],
)
def test_moment_of_a_minute(monday: date, day: str, minute: int, elapsed: int) -> None:
    clock = local(monday)
    midnight = clock.days[clock.number_of(day)].midnight
    assert (clock.moment_of(day, minute) - midnight) // MINUTE == elapsed


@pytest.mark.parametrize("monday", [SPRING, AUTUMN])
def test_minute_of_a_moment_is_what_the_clock_shows(monday: date) -> None:
    clock = local(monday)
    saturday = clock.days[clock.number_of(monday.isoformat()) + 5].day
    for hour in (20, 24, 25.5, 28, 31):
        at = moment(5, hour, monday)
        assert clock.minute_of(saturday, at) == hour * 60, hour
        assert clock.moment_of(saturday, int(hour * 60)) == at, hour


def test_day_of_a_moment() -> None:
    clock = local(AUTUMN)
    day = clock.day_of(moment(5, 25, AUTUMN))
    assert day is not None
    assert (day.day, day.weekday) == ("2026-11-01", 6)
    assert clock.day_of(0) is None
