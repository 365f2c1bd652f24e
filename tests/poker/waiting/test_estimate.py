"""Waits and their error: cases by hand, and what holds for queues that are played through."""

from math import sqrt
from random import Random

import pytest

from poker.waiting.estimate import MORE_FROM, TOLD_WITHIN, Pace, Wait, spread, wait

TURNS = 3000


@pytest.mark.parametrize(
    ("place", "says"),
    [(3, Wait(3, 3)), (7, Wait(13, 6)), (12, Wait(26, 8)), (13, Wait(29, 9)), (2, Wait(0, 0))],
)
def test_seats_freed_one_by_one_at_a_known_rate(place: int, says: Wait) -> None:
    assert wait(place, Pace(freed=23 / 60), open_seats=2) == says


def test_long_waits_are_said_in_fives_and_nothing_is_said_of_nothing() -> None:
    assert wait(7, Pace(freed=8 / 60)) == Wait(50, 20)
    assert wait(3, None) is None
    assert wait(3, Pace(freed=0, off=0.1)) is None, (
        "who is left alone on the list has no seat by it"
    )
    assert wait(3, None, open_seats=3) == Wait(0, 0), "an open seat needs no rate"


def test_names_that_leave_shorten_the_wait_of_those_behind() -> None:
    assert wait(1, Pace(freed=0.1, off=0.05)) == Wait(10, 10)
    assert spread(3, Pace(freed=0.1, off=0.05)) == pytest.approx(
        (10 + 1 / 0.15 + 1 / 0.2, sqrt(100 + 1 / 0.15**2 + 25))
    )


def test_a_table_that_opens_ends_the_wait() -> None:
    assert spread(4, Pace(freed=0, opened=0.1)) == pytest.approx((10, 10))
    assert spread(1, Pace(freed=0.1, opened=0.1)) == pytest.approx((5, 5))


def test_few_departures_make_the_error_larger() -> None:
    surely, hardly = (spread(5, Pace(freed=0.3, seen=seen)) for seen in (400, 4))
    assert surely
    assert hardly
    assert surely[0] == hardly[0] == pytest.approx(5 / 0.3)
    assert hardly[1] == pytest.approx(sqrt(5 / 0.09 + (5 / 0.3) ** 2 / 4), rel=0.01)


def test_a_wild_guess_is_no_figure() -> None:
    assert wait(12, Pace(freed=0.1, seen=30)) == Wait(60, 0, more=True)
    assert wait(7, Pace(freed=0.1, seen=30)) == Wait(40, 0, more=True)
    assert wait(2, Pace(freed=0.02)) == Wait(20, 0, more=True)
    assert wait(1, Pace(freed=0.02)) is None, "from nothing to nearly two hours: not known"
    for place in range(1, 40):
        found = wait(place, Pace(freed=0.07, seen=12, off=0.01))
        assert found is None or found.error <= TOLD_WITHIN
        assert found is None or not found.more or found.minutes >= MORE_FROM


def sits_after(rng: Random, places: int, pace: Pace) -> float:
    """One queue played through: chairs are left, each name in front goes by itself, a table may open."""
    others, at = places - 1, 0.0
    while True:
        rate = pace.freed + pace.off * others + pace.opened
        at += rng.expovariate(rate)
        if rng.random() * rate < pace.opened or not others:
            return at
        others -= 1


@pytest.mark.parametrize(
    ("places", "off", "opened"), [(2, 0, 0), (6, 0.01, 0), (12, 0.02, 0), (6, 0.01, 0.02)]
)
def test_two_waits_in_three_end_within_the_error(places: int, off: float, opened: float) -> None:
    """The room knows its rate from twenty departures only, as chance had them."""
    rng = Random(f"{places}/{off}/{opened}")
    true, inside, sums, told = 0.2, 0, 0.0, 0.0
    for _ in range(TURNS):
        seen = 20
        freed = seen / sum(rng.expovariate(true) for _ in range(seen))
        found = spread(places, Pace(freed=freed, seen=seen, off=off, opened=opened))
        assert found
        waited = sits_after(rng, places, Pace(freed=true, off=off, opened=opened))
        inside += abs(waited - found[0]) <= found[1]
        sums, told = sums + waited, told + found[0]
    assert 0.63 <= inside / TURNS <= 0.87, "an exponential one is within its deviation in 86 of 100"
    assert told / TURNS == pytest.approx(sums / TURNS, rel=0.07)


def test_five_in_six_are_longer_than_more_than() -> None:
    rng = Random(7)
    pace = Pace(freed=0.1, seen=25, off=0.01)
    found = wait(9, pace)
    assert found
    assert found.more
    longer = sum(sits_after(rng, 9, pace) > found.minutes for _ in range(TURNS))
    assert longer / TURNS >= 0.8
