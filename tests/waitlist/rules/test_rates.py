"""Rates by age: hand-computed cases, and rates estimated from simulated stays."""

from math import exp
from random import Random

import pytest

from waitlist.rules.rates import BAND, BANDS, SHARED, Exposure, Rates, Tenure, factor, rates

BASE_RATES = Rates((0.01, 0.03))


def test_expected_departures_are_the_total_of_the_age_bands() -> None:
    assert BASE_RATES.until(0) == 0
    assert BASE_RATES.until(BAND / 2) == pytest.approx(0.01 * BAND / 2)
    assert BASE_RATES.until(BAND * 3) == pytest.approx(0.01 * BAND + 0.03 * BAND * 2), (
        "the last goes on"
    )
    assert BASE_RATES.ends(BAND, 10) == pytest.approx(1 - exp(-0.3))
    assert BASE_RATES.times(2) == Rates((0.02, 0.06))


def test_empty_history_gives_zero_rates() -> None:
    for tenures in ([], [Tenure(0, 50)], [Tenure(0, 0, ended=True)]):
        assert rates(Exposure(tenures)) == Rates()
    assert Rates().ends(100, 100) == 0
    assert factor(Exposure(), BASE_RATES) == 1


def test_empty_band_uses_the_previous_rate() -> None:
    exit_rates = rates(Exposure([Tenure(0, 10, ended=True)] * 40 + [Tenure(0, 15)] * 40))
    assert len(set(exit_rates.bands)) == 1
    assert exit_rates.bands[0] == pytest.approx(40 / (40 * 10 + 40 * 15))


def test_moved_player_counts_from_the_first_seat() -> None:
    """Seen from minute 30 to 35, so the first band has no observation."""
    exit_rates = rates(Exposure([Tenure(30, 35, ended=True), Tenure(0, 20)]))
    assert exit_rates.bands[0] == pytest.approx((0 + 3) / (20 + 3 * 25))
    assert exit_rates.bands[0] < exit_rates.bands[1]


def test_game_with_little_data_uses_the_room_rate() -> None:
    expected = BASE_RATES.until(20)
    slow = Exposure([Tenure(0, 20)])
    assert factor(slow, BASE_RATES) == pytest.approx(SHARED / (expected + SHARED))
    fast = Exposure([Tenure(0, 20, ended=True)] * 400)
    assert factor(fast, BASE_RATES) == pytest.approx(1 / expected, rel=0.1)


def test_exposures_add_up() -> None:
    tenures = [
        Tenure(0, 50, ended=True),
        Tenure(30, 35),
        Tenure(10, BAND * (BANDS + 2), ended=True),
    ]
    together = Exposure()
    for tenure in tenures:
        together.include(Exposure([tenure]))
    assert (together.minutes, together.ended) == (
        Exposure(tenures).minutes,
        Exposure(tenures).ended,
    )
    assert sum(together.minutes) == pytest.approx(50 + 5 + BAND * (BANDS + 2) - 10)
    assert together.ended[2] == together.ended[-1] == 1


def test_rates_are_estimated_from_censored_stays() -> None:
    """Some players still sit at the time of the estimate."""
    true_value = Rates((0.002, 0.004, 0.012))
    rng = Random(5)
    tenures = []
    for _ in range(6000):
        age = 0
        looked = rng.randrange(10, 200)
        while age < looked and rng.random() >= true_value.ends(age, 1):
            age += 1
        tenures.append(Tenure(0, age + 0.5, ended=age < looked))
    exit_rates = rates(Exposure(tenures))
    assert exit_rates.bands[:3] == pytest.approx(true_value.bands, rel=0.12)
    assert len(exit_rates.bands) == BANDS
