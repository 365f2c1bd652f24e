"""Periods of a promotion by the minute of the day, also of hours that pass midnight."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from msgspec.structs import replace

from promotions.at_tables import period_of
from promotions.pages.promotion_form import first_terms
from promotions.rules.terms import Schedule, period

FRIDAY = 4
SATURDAY = 5
HOUR = 60


@pytest.mark.parametrize(
    ("hour", "expected"),
    [
        (17, None),
        (18, (18, 19)),
        (23, (23, 24)),
        (0, (0, 1)),
        (1, (1, 2)),
        (2, None),
    ],
)
def test_hours_that_pass_midnight(hour: int, expected: tuple[int, int] | None) -> None:
    evening = Schedule(first=18 * HOUR, last=2 * HOUR)
    shown = period(evening, FRIDAY, hour * HOUR + 30)
    assert shown == (expected and (expected[0] * HOUR, expected[1] * HOUR))


def test_weekday_is_that_on_which_the_hours_begin() -> None:
    fridays = Schedule(first=18 * HOUR, last=2 * HOUR, weekdays=(FRIDAY,))
    assert period(fridays, SATURDAY, 90) == (60, 120)
    assert period(fridays, FRIDAY, 90) is None
    assert period(fridays, SATURDAY, 20 * HOUR) is None


def test_period_over_midnight_is_one_period_on_both_days() -> None:
    late = Schedule(first=22 * HOUR, last=2 * HOUR, every=240)
    before = period(late, FRIDAY, 23 * HOUR)
    after = period(late, SATURDAY, HOUR)
    assert before == (22 * HOUR, 26 * HOUR)
    assert after == (-2 * HOUR, 2 * HOUR)


def test_whole_day_is_as_before() -> None:
    assert period(Schedule(), FRIDAY, 0) == (0, 60)
    assert period(Schedule(), FRIDAY, 24 * HOUR - 1) == (23 * HOUR, 24 * HOUR)
    assert period(Schedule(first=600, last=700, every=60), FRIDAY, 690) == (660, 700)


def test_moment_of_a_period_over_midnight_has_one_start_and_one_end() -> None:
    schedule = Schedule(first=22 * HOUR, last=2 * HOUR, every=240)
    terms = replace(first_terms("high_hand", "High hand"), schedule=schedule)
    zone = timezone.get_current_timezone()
    evening = datetime(2026, 11, 20, 23, 0, tzinfo=zone)
    both = (period_of(terms, evening), period_of(terms, evening + timedelta(hours=2)))
    assert both[0] == both[1] == (evening - timedelta(hours=1), evening + timedelta(hours=3))


def test_half_hours_come_again_in_the_repeated_hour() -> None:
    """On 1 November 2026 New York's clocks go back from 02:00 to 01:00, at 06:00 UTC."""
    schedule = Schedule(every=30)
    terms = replace(first_terms("high_hand", "High hand"), schedule=schedule)
    with timezone.override(ZoneInfo("America/New_York")):
        for hour, minute in ((5, 15), (6, 15), (6, 45)):
            now = datetime(2026, 11, 1, hour, minute, tzinfo=UTC)
            running = period_of(terms, now)
            assert running is not None
            start, end = (moment.astimezone(UTC) for moment in running)
            assert start <= now < end
            assert end - start == timedelta(minutes=30)
