"""`python -m tests.roster.large_week`: the gap of a plan for 120 dealers and 40 tables to the solver's bound.

It prints one JSON line. The gap is the part of the cost by which the best plan may be above the best possible one.
"""

import argparse
import json
import time
from random import Random

from roster.rules.greedy import greedy_plan
from roster.rules.options import PlanTask, plan_task
from roster.rules.people import Person
from roster.rules.week_state import NeedLine, PlanFacts, Week
from roster.sample_crew import TEMPLATES, sample_member, sample_need, sample_skills
from roster.solver.costs import plan_cost
from tests.roster.weeks import broken_by, covered_by, solver_plan
from tests.support.roster_rules import MONDAY, local_days, moment


def large_task(dealers: int, tables: int, seed: int) -> PlanTask:
    """Return the task of a planner for a large room."""
    random = Random(seed)
    people = []
    for number in range(dealers):
        member = sample_member(f"staff.{number}", number, random)
        people.append(
            Person(
                key=member.key,
                name=f"Dealer {number}",
                contract=member.contract,
                least=member.least,
                most=member.most,
                skills=sample_skills(random),
                windows=member.windows,
                wishes=member.wishes,
                bid=member.bid,
                seniority=number + 1,
                nights=random.randint(0, 8),
                weekends=random.randint(0, 6),
            )
        )
    start, end = moment(0, 0), moment(7, 0)
    need = sample_need(tables, (end - start) // 1_800_000)
    week = Week(
        monday=MONDAY.isoformat(),
        start=start,
        end=end,
        need=tuple(NeedLine(skill, tuple(line)) for skill, line in need.items()),
    )
    facts = PlanFacts(people=tuple(people), templates=TEMPLATES, **local_days())
    return plan_task(week, facts, started=start - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dealers", type=int, default=120)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=int, default=120, help="processor time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    task = large_task(options.dealers, options.tables, options.seed)
    greedy = greedy_plan(task)
    began = time.process_time()
    plan = solver_plan(task, options.seed, options.seconds)
    needed, covered = covered_by(task, plan)
    print(
        json.dumps(
            {
                "dealers": options.dealers,
                "tables": options.tables,
                "needed": needed,
                "covered": covered,
                "covered_greedy": covered_by(task, greedy)[1],
                "cost": plan.cost,
                "cost_greedy": plan_cost(task, greedy.shifts),
                "bound": plan.bound,
                "gap_percent": round(100 * (plan.cost - plan.bound) / plan.cost, 2),
                "broken_rules": len(broken_by(task, plan)) + len(broken_by(task, greedy)),
                "processor_seconds": round(time.process_time() - began, 1),
            }
        )
    )


if __name__ == "__main__":
    main()
