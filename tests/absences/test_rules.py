"""Limits of an absence (H-53): each of them alone, and which one comes first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absences.away_players import limit_lines
from absences.rules import MINUTE, Absence, AbsenceLimits, AbsenceStanding, standing

AT = 1_000_000_000_000
AWAY = Absence(AT)
THIRD = Absence(AT, others_away=2)


def after(
    minutes: int, limits: AbsenceLimits, absence: Absence = AWAY, *, is_waiting: bool = True
) -> AbsenceStanding:
    return standing(absence, limits, is_waiting=is_waiting, now=AT + minutes * MINUTE)


def test_no_limit_is_never_reached() -> None:
    assert not AbsenceLimits().is_set
    result = after(600, AbsenceLimits(), Absence(AT, others_away=5, passed_by=40))
    assert result == AbsenceStanding(600)


@pytest.mark.parametrize(
    ("limits", "lines"),
    [
        (AbsenceLimits(), []),
        (AbsenceLimits(minutes=30, big_blinds=1), ["30 min away", "1 big blind missed"]),
        (AbsenceLimits(walkers=3), ["third player away: 10 min while players wait"]),
        (AbsenceLimits(walkers=4, walkers_if_waiting=False), ["fourth player away: 10 min"]),
    ],
)
def test_limits_are_read_as_phrases(limits: AbsenceLimits, lines: list[str]) -> None:
    assert limit_lines(limits) == lines


@pytest.mark.parametrize(
    ("limits", "absence", "minutes", "reason"),
    [
        (AbsenceLimits(minutes=30), AWAY, 30, "minutes"),
        (AbsenceLimits(minutes=30, reported_minutes=60), Absence(AT, reported=True), 60, "minutes"),
        (AbsenceLimits(walkers=3), THIRD, 10, "walking"),
        (AbsenceLimits(minutes=5, walkers=3), THIRD, 5, "minutes"),
        (AbsenceLimits(minutes=30, walkers=3, walker_minutes=8), THIRD, 8, "walking"),
    ],
)
def test_limit_is_reached_at_its_minute(
    limits: AbsenceLimits, absence: Absence, minutes: int, reason: str
) -> None:
    before = after(minutes - 1, limits, absence)
    assert (before.is_over, before.reason, before.due) == (False, reason, AT + minutes * MINUTE)
    reached = after(minutes, limits, absence)
    assert (reached.is_over, reached.reason, reached.minutes) == (True, reason, minutes)


def test_reported_absence_has_its_own_limit_only() -> None:
    reported = Absence(AT, reported=True)
    assert not after(600, AbsenceLimits(minutes=30), reported).is_over


def test_big_blinds_count_whatever_the_time() -> None:
    limits = AbsenceLimits(minutes=30, big_blinds=3)
    assert not after(1, limits, Absence(AT, passed_by=2)).is_over
    result = after(1, limits, Absence(AT, passed_by=3))
    assert (result.is_over, result.reason) == (True, "blinds")


@pytest.mark.parametrize(
    ("absence", "is_waiting", "if_waiting", "is_walker"),
    [
        (THIRD, True, True, True),
        (THIRD, False, True, False),
        (THIRD, False, False, True),
        (Absence(AT, others_away=1), True, True, False),
        (Absence(AT, others_away=5), True, True, True),
    ],
)
def test_third_man_walks_only_where_the_room_says_so(
    absence: Absence, is_waiting: bool, if_waiting: bool, is_walker: bool
) -> None:
    limits = AbsenceLimits(walkers=3, walkers_if_waiting=if_waiting)
    result = after(10, limits, absence, is_waiting=is_waiting)
    assert (result.is_walker, result.is_over) == (is_walker, is_walker)


ABSENCES = st.builds(
    Absence,
    st.just(AT),
    st.booleans(),
    st.integers(0, 9),
    st.integers(0, 9),
)
LIMITS = st.builds(
    AbsenceLimits,
    minutes=st.integers(0, 90),
    reported_minutes=st.integers(0, 90),
    big_blinds=st.integers(0, 5),
    walkers=st.sampled_from([0, 2, 3, 4]),
    walker_minutes=st.integers(1, 30),
    walkers_if_waiting=st.booleans(),
)


@given(ABSENCES, LIMITS, st.booleans(), st.integers(0, 200))
def test_absence_over_a_limit_stays_over_it(
    absence: Absence, limits: AbsenceLimits, is_waiting: bool, minutes: int
) -> None:
    now, later = (after(m, limits, absence, is_waiting=is_waiting) for m in (minutes, minutes + 1))
    assert later.is_over or not now.is_over
    assert now.is_over == (now.due != 0 and now.due <= AT + minutes * MINUTE)
    assert bool(now.reason) == (now.due != 0)
