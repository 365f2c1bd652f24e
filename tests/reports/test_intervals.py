"""Intervals and percentiles against what is known of them."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from reports.figures.intervals import (
    Rate,
    clustered,
    counted_percentiles,
    percentile,
    percentiles,
    poisson,
    wilson,
)


def test_poisson_interval_has_exact_bounds() -> None:
    """The classic bounds: 0 events 0 to 3.69, 10 events 4.80 to 18.39."""
    assert poisson(0, 1).low == 0
    assert poisson(0, 1).high == pytest.approx(3.689, abs=1e-3)
    ten = poisson(10, 1)
    assert ten.low == pytest.approx(4.795, abs=1e-3)
    assert ten.high == pytest.approx(18.39, abs=1e-2)
    shift = poisson(61, 5878, scale=1000)
    assert shift.value == pytest.approx(10.38, abs=0.01)
    assert shift.low == pytest.approx(7.9, abs=0.05)
    assert shift.high == pytest.approx(13.3, abs=0.05)
    assert poisson(3, 0).value is None


def test_wilson_interval_has_its_known_bounds() -> None:
    rate = wilson(4, 56)
    assert rate.value == pytest.approx(0.0714, abs=1e-4)
    assert rate.low == pytest.approx(0.028, abs=1e-3)
    assert rate.high == pytest.approx(0.170, abs=1e-3)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)
    assert wilson(0, 0).value is None


def test_percentiles_use_the_nearest_rank() -> None:
    ten = list(range(1, 11))
    assert (percentile(ten, 50), percentile(ten, 90), percentile(ten, 100)) == (5, 9, 10)
    assert percentile([], 50) is None
    assert percentiles(ten).p90 == 9
    nine_values = percentiles(ten[:9])
    assert (nine_values.n, nine_values.p50, nine_values.p90) == (9, None, None)


def ratio_of_pairs(pairs: Sequence[tuple[float, float]]) -> Rate:
    return clustered(
        top=sum(top for top, _ in pairs),
        bottom=sum(bottom for _, bottom in pairs),
        clusters=len(pairs),
        top_top=sum(top * top for top, _ in pairs),
        top_bottom=sum(top * bottom for top, bottom in pairs),
        bottom_bottom=sum(bottom * bottom for _, bottom in pairs),
        n=0,
    )


def test_equal_clusters_give_the_interval_of_a_mean() -> None:
    """Then it is Student's interval of the mean: of 1, 2, 3, 4 that is 2.5 and 2.05 to either side."""
    rate = ratio_of_pairs([(1, 1), (2, 1), (3, 1), (4, 1)])
    assert rate.value == 2.5
    assert rate.margin == pytest.approx(2.0542, abs=1e-4)
    assert ratio_of_pairs([(3, 1)]).low is None
    assert ratio_of_pairs([]).value is None
    assert ratio_of_pairs([(0, 1), (9, 1)]).low == 0, "no count is below nothing"


def test_about_95_percent_of_intervals_contain_the_true_rate() -> None:
    """Downs of different dealers and lengths: about 95 of 100 intervals contain the true rate."""
    dice = Random(6)
    covered = 0
    true_value = 30.0
    for _ in range(400):
        pairs = []
        for _ in range(40):
            hours = dice.uniform(0.2, 1.0)
            mean = true_value * dice.gauss(1, 0.1) * hours
            pairs.append((max(0, round(dice.gauss(mean, mean**0.5))), hours))
        rate = ratio_of_pairs(pairs)
        assert rate.low is not None
        assert rate.high is not None
        covered += rate.low <= true_value <= rate.high
    assert 0.92 < covered / 400 < 0.98


@pytest.mark.parametrize("count", [0, 9, 10, 11, 19, 20, 101, 1000])
def test_percentiles_of_counts_are_those_of_the_sorted_cases(count: int) -> None:
    cases = sorted(number * 7919 % 613 for number in range(count))
    assert counted_percentiles(Counter(cases)) == percentiles(cases)
