"""Dealers from tables: one for each table, and those on breaks. Pure."""

from collections.abc import Mapping

from lineup.rules.plan import dealers_needed
from lineup.rules.state import LineupPolicy
from roster.rules.people import SKILLS, RosterRules, Skill


def dealers_by_skill(tables: Mapping[Skill, int], policy: LineupPolicy) -> dict[Skill, int]:
    """Return the dealers that these tables need. Those on breaks count for the family with the most tables."""
    total = sum(tables.values())
    dealers = {skill: tables.get(skill, 0) for skill in SKILLS}
    if total:
        largest = max(SKILLS, key=lambda skill: dealers[skill])
        dealers[largest] += dealers_needed(total, policy) - total
    return dealers


def with_least_skills(dealers: Mapping[Skill, int], rules: RosterRules) -> dict[Skill, int]:
    """Return the need with the least dealers of stud and draw. They deal the other games until theirs opens."""
    raised = dict(dealers)
    if not any(dealers.values()):
        return raised
    least: dict[Skill, int] = {"stud": rules.least_stud, "draw": rules.least_draw}
    for skill, count in least.items():
        missing = max(0, count - raised[skill])
        raised[skill] += missing
        raised["flop"] = max(0, raised["flop"] - missing)
    return raised


def rarest_skill(families: set[str]) -> Skill:
    """Return the skill that a rotation is planned with: draw before stud before flop, as fewer dealers have it."""
    return next((skill for skill in reversed(SKILLS) if skill in families), "flop")
