"""The row of a shortage found in mid-deal matches poker/stud_shortage.py, whatever was dealt before (H-14)."""

import pytest

from poker.irregularities.evaluate import Proposal, evaluate
from poker.irregularities.load import catalogue
from poker.rules import HouseRules
from poker.stud_shortage import ShortagePlan, mid_deal

ROW = "stud_shortage_found_mid_deal"
BURNS = 4
COUNTS = [
    (players, served, stub)
    for players in range(2, 9)
    for served in range(players)
    for stub in range(1, 8)
    if stub + BURNS + 6 * players + served <= 52 and stub < players - served + 1
]


def row_outcome(cards_owed: int, policy: str) -> str:
    """Return what the row says when this many seats lack a card with one card left."""
    rows = catalogue().rows
    facts = catalogue().facts
    house = HouseRules(stud_shortage=policy)  # type: ignore[arg-type]
    verdict = evaluate(rows[ROW], {"still_owed": cards_owed}, house, facts)
    assert isinstance(verdict, Proposal)
    return verdict.outcome


def plan_outcome(plan: ShortagePlan, policy: str) -> str:
    """Return the same outcome from the plan."""
    if plan.kind == "common":
        return "common_no_betting" if policy == "hrh" else "common"
    return "finish" if any(step.do == "burn" for step in plan.steps) else "finish_unburned"


@pytest.mark.parametrize("policy", ["guide", "tda", "hrh", "rrop"])
def test_catalogue_row_and_shortage_plan_agree(policy: str):
    for players, served, stub in COUNTS:
        plan = mid_deal(players, served, stub, policy, burns=BURNS)  # type: ignore[arg-type]
        assert plan.kind in ("two_passes", "common")
        cards_owed = players - served - (stub - 1)
        assert row_outcome(cards_owed, policy) == plan_outcome(plan, policy), (
            players,
            served,
            stub,
        )
