"""Rates by age: cases by hand, and that they are found again in lives that are played through."""

from math import exp
from random import Random

import pytest

from poker.waitlist.rates import BAND, BANDS, SHARED, Rates, Tenure, factor, rates

PLAIN = Rates((0.01, 0.03))


def test_what_is_expected_by_an_age_is_the_sum_of_its_bands() -> None:
    assert PLAIN.until(0) == 0
    assert PLAIN.until(BAND / 2) == pytest.approx(0.01 * BAND / 2)
    assert PLAIN.until(BAND * 3) == pytest.approx(0.01 * BAND + 0.03 * BAND * 2), "the last goes on"
    assert PLAIN.ends(BAND, 10) == pytest.approx(1 - exp(-0.3))
    assert PLAIN.times(2) == Rates((0.02, 0.06))


def test_of_nothing_nothing_is_taken() -> None:
    assert rates([]) == rates([Tenure(0, 50)]) == rates([Tenure(0, 0, ended=True)]) == Rates()
    assert Rates().ends(100, 100) == 0
    assert factor([], PLAIN) == 1


def test_a_band_in_which_nobody_was_yet_is_as_the_one_before() -> None:
    found = rates([Tenure(0, 10, ended=True)] * 40 + [Tenure(0, 15)] * 40)
    assert len(set(found.bands)) == 1
    assert found.bands[0] == pytest.approx(40 / (40 * 10 + 40 * 15))


def test_who_has_moved_counts_from_where_he_came_in() -> None:
    """From 30 to 35 minutes: nothing is seen of the first band."""
    found = rates([Tenure(30, 35, ended=True), Tenure(0, 20)])
    assert found.bands[0] == pytest.approx((0 + 3) / (20 + 3 * 25))
    assert found.bands[0] < found.bands[1]


def test_a_game_with_few_endings_is_as_the_room() -> None:
    expected = PLAIN.until(20)
    assert factor([Tenure(0, 20)], PLAIN) == pytest.approx(SHARED / (expected + SHARED))
    fast = [Tenure(0, 20, ended=True)] * 400
    assert factor(fast, PLAIN) == pytest.approx(1 / expected, rel=0.1)


def test_true_rates_are_found_again() -> None:
    """Some still sit when the room looks."""
    true, rng, spells = Rates((0.002, 0.004, 0.012)), Random(5), []
    for _ in range(6000):
        age, looked = 0, rng.randrange(10, 200)
        while age < looked and rng.random() >= true.ends(age, 1):
            age += 1
        spells.append(Tenure(0, age + 0.5, ended=age < looked))
    found = rates(spells)
    assert found.bands[:3] == pytest.approx(true.bands, rel=0.12)
    assert len(found.bands) == BANDS
