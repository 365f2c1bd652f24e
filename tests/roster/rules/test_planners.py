"""Both planners on random weeks: no plan breaks a hard rule, and the solver's costs no more than the quick one."""

import pytest

from roster.rules.greedy import greedy_plan
from roster.solver.costs import plan_cost
from tests.roster.weeks import broken_by, solver_plan
from tests.support.random_weeks import random_task

# `python -m tests.roster.weeks --weeks 200` plans all of them.
FEW = range(1000, 1012)


@pytest.mark.parametrize("seed", FEW)
def test_plans_break_no_hard_rule(seed: int) -> None:
    task = random_task(seed, dealers=8, tables=3)
    quick = greedy_plan(task)
    best = solver_plan(task, seed, seconds=1)
    assert broken_by(task, quick) == []
    assert broken_by(task, best) == []
    assert plan_cost(task, best.shifts) <= plan_cost(task, quick.shifts)
    assert best.bound <= best.cost


def test_search_is_repeatable() -> None:
    task = random_task(1001, dealers=6, tables=2)
    plans = [solver_plan(task, 7, seconds=20) for _ in range(2)]
    assert plans[0].bound == plans[0].cost, "the search has ended by itself"
    assert plans[0].cost == plans[1].cost
