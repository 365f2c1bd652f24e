"""Lost seats and the forecast, computed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineup.rules.plan import dealers_needed
from lineup.rules.state import LineupPolicy
from reports.forecast.demand import players_expected, tables_needed
from reports.forecast.lost_seats import Cause, Reserved, cause_of, lost_seats, rake_lost

HALF_HOUR = 1800


@pytest.mark.parametrize(
    ("reserved", "dealer", "call", "cause"),
    [
        ("called", False, True, Cause.CALLED),
        ("held", True, True, Cause.HELD),
        ("locked", False, False, Cause.LOCKED),
        ("", False, True, Cause.NO_DEALER),
        ("", True, True, Cause.FLOOR_CALL),
        ("", True, False, Cause.NOT_CALLED),
    ],
)
def test_an_open_seat_has_one_cause(
    reserved: Reserved, dealer: bool, call: bool, cause: Cause
) -> None:
    assert cause_of(reserved, has_dealer=dealer, has_floor_call=call) is cause
    with_move = cause_of(reserved, has_dealer=dealer, has_floor_call=call, is_move_due=True)
    assert with_move is (Cause.MUST_MOVE if cause is Cause.NOT_CALLED else cause)


@pytest.mark.parametrize(
    ("open_seats", "waiting", "lost"),
    [
        ([], 5, {}),
        ([Cause.NOT_CALLED], 0, {}),
        ([Cause.LOCKED, Cause.NOT_CALLED, Cause.CALLED], 2, {Cause.CALLED: 1, Cause.NOT_CALLED: 1}),
        ([Cause.NO_DEALER] * 3, 2, {Cause.NO_DEALER: 2}),
        ([Cause.HELD, Cause.LOCKED], 9, {Cause.HELD: 1, Cause.LOCKED: 1}),
    ],
)
def test_lost_seats_are_those_filled_soonest(
    open_seats: list[Cause], waiting: int, lost: dict[Cause, int]
) -> None:
    assert lost_seats(open_seats, waiting) == lost


@given(st.lists(st.sampled_from(Cause), max_size=20), st.integers(0, 30))
def test_lost_seats_by_cause_are_all_lost_seats(open_seats: list[Cause], waiting: int) -> None:
    lost = lost_seats(open_seats, waiting)
    assert sum(lost.values()) == min(len(open_seats), waiting)
    assert all(lost[cause] <= open_seats.count(cause) for cause in lost)


@pytest.mark.parametrize(
    ("lost_s", "charged", "seat_s", "rake"),
    [
        (0, 0, 0, 0),
        (600, 0, 90_000, None),  # nothing was charged: no basis
        (600, 9_000, 0, None),
        (600, 9_000, 5_400, 1_000),
        (601, 10_000, 60_001, 100),  # 100.16: rounded down
    ],
)
def test_rake_lost(lost_s: int, charged: int, seat_s: int, rake: int | None) -> None:
    assert rake_lost(lost_s, charged=charged, seat_s=seat_s) == rake


PAST = [HALF_HOUR * players for players in (10, 10, 10, 10)]


@pytest.mark.parametrize(
    ("past", "weeks", "players"),
    [
        # as the weeks before, with the median of three
        (PAST, [[*PAST, 20, 30, 40, 50]] * 2 + [[*PAST, 999, 999, 0, 0]], (20, 30, 40, 50)),
        # twice as many as usual so far
        ([20, 20, 20, 20], [[10, 10, 10, 10, 5, 6, 7, 8]] * 3, (10, 12, 14, 16)),
        # ten times as many count as twice, a tenth as half
        ([100] * 4, [[10, 10, 10, 10, 5, 5, 5, 5]] * 3, (10, 10, 10, 10)),
        ([1] * 4, [[10, 10, 10, 10, 6, 6, 6, 6]] * 3, (3, 3, 3, 3)),
        # a game that never ran at that time stays as it is
        ([0, 0, 7, 9], [[0] * 8] * 3, (9, 9, 9, 9)),
        # a game that always begins now
        ([0] * 4, [[0, 0, 0, 0, 4, 5, 6, 7]] * 3, (4, 5, 6, 7)),
    ],
)
def test_players_expected(
    past: list[int], weeks: list[list[int]], players: tuple[int, ...]
) -> None:
    assert players_expected(past, weeks) == players


@pytest.mark.parametrize(
    ("players", "seats", "tables"),
    [(0, 9, 0), (1, 9, 1), (8, 9, 1), (9, 9, 2), (40, 10, 5), (5, 0, 0)],
)
def test_tables_needed_at_nine_tenths(players: int, seats: int, tables: int) -> None:
    assert tables_needed(players * HALF_HOUR, seats) == tables


def test_dealers_needed_with_the_breaks_of_the_policy() -> None:
    policy = LineupPolicy(down_minutes=30, most_downs=3, break_minutes=30)
    assert [dealers_needed(tables, policy) for tables in (0, 1, 3, 10)] == [0, 2, 4, 14]
