"""The shifts of a room, without a database."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from drop.shifts import format_shifts, likely_shift, parse_shifts, periods
from poker.refusal import Refusal

HOURS = [["day", "06:00"], ["swing", "14:00"], ["grave", "22:00"]]
SATURDAY = datetime(2026, 11, 21, 14, 10, tzinfo=UTC)


def test_shifts_are_listed_newest_first_by_the_day_they_began() -> None:
    number = [(shift.day.day, shift.name) for shift in periods(SATURDAY, HOURS)]
    assert number == [(21, "swing"), (21, "day"), (20, "grave"), (20, "swing")]
    night = periods(SATURDAY.replace(hour=3), HOURS)[0]
    assert (night.day, night.name) == (date(2026, 11, 20), "grave")


def test_box_pulled_after_the_shift_change_belongs_to_the_last_shift() -> None:
    morning = SATURDAY.replace(hour=6, minute=5)
    assert likely_shift(morning, SATURDAY, HOURS).name == "day"
    assert likely_shift(None, SATURDAY, HOURS).name == "day"
    assert likely_shift(None, SATURDAY + timedelta(hours=2), HOURS).name == "swing"
    assert likely_shift(SATURDAY - timedelta(days=9), SATURDAY, HOURS).name == "day"


def test_daylight_saving_leaves_no_gap_between_shifts() -> None:
    zone = ZoneInfo("America/New_York")
    for hour in range(24):
        shifts = periods(datetime(2026, 11, 1, hour, 30, tzinfo=zone), HOURS, 2)
        assert shifts[0].begins <= datetime(2026, 11, 1, hour, 30, tzinfo=zone)
        assert len({shift.key for shift in shifts}) == 2


def test_formatted_shifts_are_parsed_back() -> None:
    assert parse_shifts("swing 14:00, day 6:00") == [["day", "06:00"], ["swing", "14:00"]]
    assert parse_shifts(format_shifts(HOURS)) == HOURS
    for invalid_text in (
        "",
        "day",
        "day 25:00",
        "day 06:00, day 07:00",
        "day 06:00, swing 06:00",
        "06:00",
    ):
        with pytest.raises(Refusal):
            parse_shifts(invalid_text)
