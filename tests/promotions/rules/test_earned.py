"""Hours by rate card: dayparts, cap, absences, short sessions, a change of the clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from promotions.rules.earned import (
    MINUTE,
    EarnedLine,
    LocalMoment,
    PlayedSession,
    Rate,
    RateCard,
    earned,
)

ZONE = ZoneInfo("America/New_York")
DAY_BEGINS = timedelta(hours=6)
NOON = int(datetime(2026, 11, 21, 12, 0, tzinfo=ZONE).timestamp() * 1000)  # a Saturday
SATURDAY = 5


def clock(at: int) -> LocalMoment:
    local = datetime.fromtimestamp(at / 1000, tz=UTC).astimezone(ZONE)
    day = (local.replace(tzinfo=None) - DAY_BEGINS).date()
    return LocalMoment(day.isoformat(), local.weekday(), local.hour * 60 + local.minute)


def session(start: int, minutes: int, game: str = "NL 1/3", **more: object) -> PlayedSession:
    begins = NOON + start * MINUTE
    return PlayedSession(1, game, begins, begins + minutes * MINUTE, **more)  # type: ignore[arg-type]


def total(card: RateCard, *sessions: PlayedSession, before: dict[str, int] | None = None) -> int:
    return sum(line.counted for line in earned(card, sessions, clock, before or {}))


def test_without_rates_every_minute_counts() -> None:
    [line] = earned(RateCard(), [session(0, 125)], clock, {})
    assert line == EarnedLine(1, "2026-11-21", played=125, counted=125)


def test_seconds_of_an_unfinished_minute_do_not_count() -> None:
    played = session(0, 10)
    assert total(RateCard(), played._replace(end=played.end + 59_999)) == 10


@pytest.mark.parametrize(
    ("rate", "minutes"),
    [
        (Rate(200, starts=12 * 60, ends=14 * 60), 120 * 2),
        (Rate(100, starts=13 * 60, ends=11 * 60), 120),  # past midnight, until eleven
        (Rate(100, weekdays=(SATURDAY,)), 180),
        (Rate(100, weekdays=(0,)), 0),
        (Rate(150, games=("NL 1/3",)), 270),
        (Rate(100, games=("PLO 1/2",)), 0),
    ],
)
def test_first_rate_that_fits_decides_and_nothing_else_counts(rate: Rate, minutes: int) -> None:
    assert total(RateCard(rates=(rate,)), session(0, 180)) == minutes


def test_cap_counts_all_sessions_of_a_gaming_day() -> None:
    card = RateCard(cap=240)
    lines = earned(card, [session(0, 180), session(200, 120)], clock, {})
    assert [(line.counted, line.capped) for line in lines] == [(180, 0), (60, 60)]
    assert total(card, session(0, 30), before={"2026-11-21": 230}) == 10


def test_session_over_the_end_of_the_gaming_day_has_a_line_for_each_day() -> None:
    lines = earned(RateCard(cap=60), [session(17 * 60, 120)], clock, {})
    assert [(line.day, line.counted) for line in lines] == [("2026-11-21", 60), ("2026-11-22", 60)]


def test_long_absence_does_not_count_and_a_short_one_does() -> None:
    away = ((NOON + 10 * MINUTE, NOON + 25 * MINUTE), (NOON + 30 * MINUTE, NOON + 75 * MINUTE))
    [line] = earned(RateCard(away=20), [session(0, 120, away=away)], clock, {})
    assert (line.played, line.counted, line.absent) == (120, 75, 45)


def test_session_that_is_too_short_earns_nothing() -> None:
    [line] = earned(RateCard(shortest=30), [session(0, 29)], clock, {})
    assert (line.counted, line.is_short) == (0, True)
    assert total(RateCard(shortest=30), session(0, 20, whole=45)) == 20


def test_night_of_the_clock_change_counts_the_minutes_that_passed() -> None:
    begins = int(datetime(2026, 10, 31, 23, 0, tzinfo=ZONE).timestamp() * 1000)
    played = PlayedSession(1, "NL 1/3", begins, begins + 5 * 60 * MINUTE)
    [line] = earned(RateCard(), [played], clock, {})
    assert (line.day, line.counted) == ("2026-10-31", 300)


@given(
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 600)), max_size=6),
    st.integers(0, 400),
    st.integers(0, 100),
)
def test_no_session_earns_more_than_it_lasted_and_no_day_more_than_its_cap(
    spans: list[tuple[int, int]], cap: int, percent: int
) -> None:
    card = RateCard(rates=(Rate(percent),), cap=cap)
    lines = earned(card, [session(start, minutes) for start, minutes in spans], clock, {})
    assert sum(line.played for line in lines) == sum(minutes for _, minutes in spans)
    assert all(0 <= line.counted <= line.played for line in lines)
    for day in {line.day for line in lines} if cap else ():
        assert sum(line.counted for line in lines if line.day == day) <= cap
