"""A sample of the comparison with pokerkit; `python -m tests.promotions.oracle --hands 100000` compares more."""

from tests.promotions.oracle import GAMES, compare
from tests.support.law_examples import example_count

HANDS = example_count(4000)


def test_promotions_are_decided_as_by_pokerkit() -> None:
    counts, differences = compare(HANDS, seed=7)
    assert differences == []
    assert all(counts[game] for game in GAMES)
    kinds = ("bad_beat", "high_hand")
    assert all(counts[f"{kind} won"] for kind in kinds)
    assert all(counts[f"{kind} not won"] for kind in (*kinds, "royal"))
