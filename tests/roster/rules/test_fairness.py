"""Shares with their intervals: a few cases show nothing, many show a difference."""

import pytest

from roster.rules.fairness import DealerCounts, fair_shares, house_shares, share


@pytest.mark.parametrize(
    ("cases", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_interval_of_wilson(cases: int, of: int, low: float, high: float) -> None:
    row = share(cases, of)
    assert row.low == pytest.approx(low, abs=1e-4)
    assert row.high == pytest.approx(high, abs=1e-4)


def test_share_without_cases_is_unknown() -> None:
    row = share(0, 0)
    assert (row.value, row.low, row.high) == (None, None, None)
    assert row.includes(0.9)


def test_difference_needs_enough_cases() -> None:
    counts = [
        DealerCounts("avery", shifts=40, nights=36),
        DealerCounts("blair", shifts=40, nights=4),
        DealerCounts("casey", shifts=2, nights=2),
        DealerCounts("drew"),
    ]
    shares = fair_shares(counts)
    assert [row.dealer for row in shares] == ["avery", "blair", "casey", "drew"]
    assert [row.different for row in shares] == [("nights",), ("nights",), (), ()]
    assert house_shares(counts)["nights"].value == pytest.approx(42 / 82)
