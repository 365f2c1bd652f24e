"""`python -m tests.roster.weeks --weeks 200`: plan random weeks with both planners, and check each plan independently.

It prints one JSON line, and fails if a plan breaks a hard rule.
"""

import argparse
import json
import sys
import time

from roster.rules.coverage import coverage
from roster.rules.greedy import Plan, greedy_plan
from roster.rules.options import PlanTask
from roster.rules.plan_check import Broken, broken_rules
from roster.solver import is_available
from roster.solver.costs import plan_cost
from roster.solver.cp_sat import solve
from tests.support.random_weeks import random_task


def broken_by(task: PlanTask, plan: Plan) -> list[Broken]:
    """Return the hard rules that a plan breaks beyond those that the fixed shifts already break."""
    accepted = {(item.rule, item.dealer) for item in broken_rules(task.kept, task.facts)}
    return [
        item
        for item in broken_rules((*task.kept, *plan.shifts), task.facts)
        if (item.rule, item.dealer) not in accepted
    ]


def covered_by(task: PlanTask, plan: Plan) -> tuple[int, int]:
    """Return the half hours of dealers that are needed and covered."""
    shifts = (*task.kept, *plan.shifts, *task.facts.around)
    result = coverage(task.week, shifts, task.facts.people)
    return result.needed_half_hours, result.covered_half_hours


def solver_plan(task: PlanTask, seed: int, seconds: int) -> Plan:
    return solve(task, lambda progress: True, seconds=seconds, seed=seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weeks", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="seed of the first week")
    parser.add_argument("--seconds", type=int, default=2, help="processor time of each search")
    options = parser.parse_args()
    began = time.process_time()
    counts = dict.fromkeys(
        ("needed", "covered_greedy", "covered_solver", "broken", "solver_worse"), 0
    )
    for seed in range(options.first, options.first + options.weeks):
        task = random_task(seed)
        plans = {"greedy": greedy_plan(task)}
        if is_available():
            plans["solver"] = solver_plan(task, seed, options.seconds)
        for name, plan in plans.items():
            needed, covered = covered_by(task, plan)
            counts[f"covered_{name}"] += covered
            for broken in broken_by(task, plan):
                counts["broken"] += 1
                print(f"week {seed}, {name}: {broken}", file=sys.stderr)
        counts["needed"] += needed
        if "solver" in plans:
            greedy, solver = plans["greedy"], plans["solver"]
            counts["solver_worse"] += plan_cost(task, solver.shifts) > plan_cost(
                task, greedy.shifts
            )
    seconds = round(time.process_time() - began, 1)
    print(json.dumps({"weeks": options.weeks, **counts, "processor_seconds": seconds}))
    sys.exit(1 if counts["broken"] else 0)


if __name__ == "__main__":
    main()
