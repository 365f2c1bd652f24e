"""Waits and their error: cases by hand, and what holds for queues that are played through."""

from math import inf, log
from random import Random

import pytest
from msgspec.structs import replace

from poker.waitlist.rates import Rates, Tenure, rates
from poker.waitlist.wait_estimate import (
    LOOKED_AHEAD,
    MORE_FROM,
    TOLD_WITHIN,
    TurnoverRates,
    WaitEstimate,
    WaitRange,
    estimate_wait,
    spans,
)

TURNS = 150
STAY = Rates((0.002, 0.004, 0.008, 0.012))  # the longer somebody has sat, the sooner he goes
GIVE_UP = Rates((0.003, 0.008, 0.015))


def even(rate: float, names: int = 0, seen: float = inf) -> TurnoverRates:
    """A thousand who sit, so many of them a minute leave, as evenly as chance has it."""
    return TurnoverRates(
        sitting=(0,) * 1000, leave=Rates((rate / 1000,)), waiting=(0,) * names, seen=seen
    )


def middle(pace: TurnoverRates, open_seats: int = 0) -> float:
    """Of the next name to come."""
    found = spans(pace, open_seats)[-1].middle
    assert found is not None
    return found


def test_seats_are_left_one_by_one() -> None:
    for position in (1, 4, 9):
        pace = even(0.4, position - 1)
        assert middle(pace) == pytest.approx((position - 1 / 3) / 0.4, rel=0.03, abs=0.4)
        assert estimate_wait(position, pace) == estimate_wait(
            position + 2, replace(pace, waiting=(0,) * (position + 1)), open_seats=2
        )
    assert estimate_wait(2, even(0.4), open_seats=2) == WaitEstimate(0, 0), (
        "an open seat is for names at once"
    )


def test_long_waits_are_said_in_fives_and_nothing_is_said_of_nothing() -> None:
    estimate = estimate_wait(20, even(0.5, 19))
    assert estimate == WaitEstimate(40, 9)
    assert estimate_wait(3, None) is None
    assert estimate_wait(3, TurnoverRates((), STAY)) is None, "nobody sits who could leave"
    assert (
        estimate_wait(3, TurnoverRates((30,) * 9, Rates(), waiting=(60,) * 2, off=GIVE_UP)) is None
    ), "who is left alone on the list has no seat by it"
    assert estimate_wait(3, None, open_seats=3) == WaitEstimate(0, 0), "an open seat needs no rate"


def test_who_has_sat_long_leaves_sooner() -> None:
    fresh, late = (TurnoverRates((sat,) * 27, STAY, waiting=(0,) * 3) for sat in (0, 90))
    assert middle(late) * 2 < middle(fresh)


def test_names_that_leave_shorten_the_wait_of_those_behind() -> None:
    plain = even(0.3, 10)
    some, most = (replace(plain, off=GIVE_UP, waiting=(age,) * 10) for age in (0, 60))
    assert middle(most) < middle(some) < middle(plain)
    assert estimate_wait(1, most) == estimate_wait(1, plain), "nobody is in front"
    assert spans(most)[3] == spans(replace(most, waiting=(60,) * 3))[3], (
        "who is behind counts nothing"
    )


def test_names_that_nobody_has_put_down_yet_have_just_come() -> None:
    assert estimate_wait(4, even(0.3, 1)) == estimate_wait(4, even(0.3, 3))
    assert estimate_wait(6, even(0.3, 1), open_seats=3) == estimate_wait(
        6, even(0.3, 5), open_seats=3
    )


def test_a_table_that_opens_ends_the_wait() -> None:
    (span,) = spans(TurnoverRates((), Rates(), opened=0.1))
    assert span.middle == pytest.approx(10 * log(2))
    assert estimate_wait(1, TurnoverRates((), Rates(), opened=0.1)) == WaitEstimate(7, 7)
    assert estimate_wait(8, replace(even(0.1, 7), opened=0.1)) == WaitEstimate(7, 7)
    assert spans(TurnoverRates((), Rates(), opened=0.0001)) == (WaitRange(),), (
        f"over {LOOKED_AHEAD} minutes"
    )


def test_few_departures_make_the_error_larger() -> None:
    surely, hardly = (estimate_wait(8, even(0.5, 7, seen=seen)) for seen in (400, 6))
    assert surely
    assert hardly
    assert surely.minutes == hardly.minutes
    assert surely.error < hardly.error


def test_a_wild_guess_is_no_figure() -> None:
    assert estimate_wait(12, even(0.1, 11, seen=30)) == WaitEstimate(60, 0, more=True)
    assert estimate_wait(1, even(0.02)) is None, "from nothing to nearly two hours: not known"
    assert estimate_wait(40, even(0.02, 39)) == WaitEstimate(60, 0, more=True), (
        "not within three hours"
    )
    for position in range(1, 40):
        estimate = estimate_wait(position, even(0.07, position - 1, seen=12))
        assert estimate is None or estimate.error <= TOLD_WITHIN
        assert estimate is None or not estimate.more or estimate.minutes >= MORE_FROM


def sits_after(rng: Random, pace: TurnoverRates) -> float:
    """One queue played through, minute by minute: chairs are left and taken again, names go, a table may open."""
    seats, names, minute = list(pace.sitting), list(pace.waiting), 0
    while True:
        minute += 1
        left = [i for i, sat in enumerate(seats) if rng.random() < pace.leave.ends(sat, 1)]
        seats = [sat + 1 for sat in seats]
        names = [age + 1 for age in names if rng.random() >= pace.off.ends(age, 1)]
        if rng.random() < pace.opened:
            return minute - 0.5
        for i in left:
            if not names:
                return minute - 0.5
            names.pop(0)
            seats[i] = 0


@pytest.mark.parametrize(
    ("names", "off", "opened"),
    [(2, Rates(), 0), (6, GIVE_UP, 0), (14, GIVE_UP, 0), (6, GIVE_UP, 0.02)],
)
def test_two_waits_in_three_are_within_the_span(names: int, off: Rates, opened: float) -> None:
    """The room has seen forty who sat, each as long as chance had it."""
    rng = Random(f"{names}/{off.bands}/{opened}")
    inside = sooner = 0
    turns = TURNS
    for _ in range(turns):
        sitting = tuple(rng.randrange(0, 180) for _ in range(27))
        waiting = tuple(sorted((rng.randrange(0, 40) for _ in range(names)), reverse=True))
        true = TurnoverRates(sitting, STAY, waiting=waiting, off=off, opened=opened)
        span = spans(replace(true, leave=rates(seen(rng, 40)), seen=40))[-1]
        waited = sits_after(rng, true)
        assert span.least is not None
        assert span.middle is not None
        inside += span.least <= waited <= (span.most or LOOKED_AHEAD)
        sooner += waited < span.middle
    assert 0.63 <= inside / turns <= 0.87
    assert 0.35 <= sooner / turns <= 0.68, "about as often sooner as later"


def seen(rng: Random, ended: int) -> list[Tenure]:
    """So many who sat and left, minute by minute."""
    results = []
    for _ in range(ended):
        sat = 0
        while rng.random() >= STAY.ends(sat, 1):
            sat += 1
        results.append(Tenure(0, sat + 0.5, ended=True))
    return results


def test_five_in_six_are_longer_than_more_than() -> None:
    rng = Random(7)
    pace = TurnoverRates((20,) * 9, STAY, waiting=(10,) * 6, off=GIVE_UP, seen=25)
    estimate = estimate_wait(7, pace)
    assert estimate
    assert estimate.more
    longer = sum(sits_after(rng, pace) > estimate.minutes for _ in range(TURNS))
    assert longer / TURNS >= 0.8
