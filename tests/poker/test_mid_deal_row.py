"""The row of a shortage found in mid-deal says what poker/stud_shortage.py deals, whatever was dealt before (H-14)."""

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


def outcome(owed: int, policy: str) -> str:
    """What the row says when so many seats lack a card with one card left."""
    rows, facts = catalogue().rows, catalogue().facts
    house = HouseRules(stud_shortage=policy)  # type: ignore[arg-type]
    verdict = evaluate(rows[ROW], {"still_owed": owed}, house, facts)
    assert isinstance(verdict, Proposal)
    return verdict.outcome


def dealt(plan: ShortagePlan, policy: str) -> str:
    """The same as the plan has it."""
    if plan.kind == "common":
        return "common_no_betting" if policy == "hrh" else "common"
    return "finish" if any(step.do == "burn" for step in plan.steps) else "finish_unburned"


@pytest.mark.parametrize("policy", ["guide", "tda", "hrh", "rrop"])
def test_row_and_plan_agree(policy: str):
    for players, served, stub in COUNTS:
        plan = mid_deal(players, served, stub, policy, burns=BURNS)  # type: ignore[arg-type]
        assert plan.kind in ("two_passes", "common")
        owed = players - served - (stub - 1)
        assert outcome(owed, policy) == dealt(plan, policy), (players, served, stub)
