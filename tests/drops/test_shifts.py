"""The shifts of a room, without a database."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from drops.shifts import likely, periods, read, written
from poker.refusal import Refusal

HOURS = [["day", "06:00"], ["swing", "14:00"], ["grave", "22:00"]]
SATURDAY = datetime(2026, 11, 21, 14, 10, tzinfo=UTC)


def test_the_newest_come_first_and_grave_belongs_to_the_day_on_which_it_began() -> None:
    found = [(one.day.day, one.name) for one in periods(SATURDAY, HOURS)]
    assert found == [(21, "swing"), (21, "day"), (20, "grave"), (20, "swing")]
    night = periods(SATURDAY.replace(hour=3), HOURS)[0]
    assert (night.day, night.name) == (date(2026, 11, 20), "grave")


def test_a_box_taken_after_the_change_holds_the_last_shifts_drop() -> None:
    morning = SATURDAY.replace(hour=6, minute=5)
    assert likely(morning, SATURDAY, HOURS).name == "day"
    assert likely(None, SATURDAY, HOURS).name == "day"
    assert likely(None, SATURDAY + timedelta(hours=2), HOURS).name == "swing"
    assert likely(SATURDAY - timedelta(days=9), SATURDAY, HOURS).name == "day"


def test_clocks_that_change_leave_no_gap() -> None:
    zone = ZoneInfo("America/New_York")
    for hour in range(24):
        found = periods(datetime(2026, 11, 1, hour, 30, tzinfo=zone), HOURS, 2)
        assert found[0].begins <= datetime(2026, 11, 1, hour, 30, tzinfo=zone)
        assert len({one.key for one in found}) == 2


def test_shifts_are_written_as_they_are_read() -> None:
    assert read("swing 14:00, day 6:00") == [["day", "06:00"], ["swing", "14:00"]]
    assert read(written(HOURS)) == HOURS
    for bad in ("", "day", "day 25:00", "day 06:00, day 07:00", "day 06:00, swing 06:00", "06:00"):
        with pytest.raises(Refusal):
            read(bad)
