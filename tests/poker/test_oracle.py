"""pokerkit's State as a second opinion on random hands: who acts, to call, least and most, pots and stacks.

Differences on purpose are counted under a name of `DIFFERENCES`, each with cases that show our answer; a difference
without a reason fails. `EXAMPLES=5000 pytest tests/poker/test_oracle.py` plays as many hands of each game.
"""

import tomllib
import warnings
from collections import Counter
from pathlib import Path

import pytest

from tests.poker.oracle import DIFFERENCES, KINDS, play_duel
from tests.support.law_examples import example_count

HANDS = example_count(80)
CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("name", KINDS)
def test_random_hands_differ_from_pokerkit_only_as_documented(name: str):
    counts: Counter[str] = Counter()
    agreed = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(HANDS):
            differences = set(play_duel(name, seed))
            counts.update(differences)  # hands, not decisions
            agreed += not differences
    print(name, dict(counts))
    assert set(counts) <= set(DIFFERENCES)
    assert agreed > HANDS / 3, "many hands agree in everything"


def test_documented_difference_has_a_case_for_its_rule():
    """What differs on purpose is shown by cases that name its rule."""
    difference_cases = {}
    for path in CASES.glob("*.toml"):
        for case in tomllib.loads(path.read_text())["case"]:
            difference_cases[case["id"]] = set(case["rules"])
    for name, cases in DIFFERENCES.items():
        rules = {token for token in name.split() if token[:2] in ("S-", "H-")}
        assert cases, name
        message = set().union(*(difference_cases[case] for case in cases))
        assert rules <= message, name
