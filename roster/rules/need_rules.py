"""Dealers from tables: one for each table, and those on breaks. Pure."""

from collections.abc import Mapping

from lineup.rules.plan import dealers_needed
from lineup.rules.state import LineupPolicy
from roster.rules.people import SKILLS, Skill


def dealers_by_skill(tables: Mapping[Skill, int], policy: LineupPolicy) -> dict[Skill, int]:
    """Return the dealers that these tables need. Those on breaks count for the family with the most tables."""
    total = sum(tables.values())
    dealers = {skill: tables.get(skill, 0) for skill in SKILLS}
    if total:
        largest = max(SKILLS, key=lambda skill: dealers[skill])
        dealers[largest] += dealers_needed(total, policy) - total
    return dealers


def rarest_skill(families: set[str]) -> Skill:
    """Return the skill that a rotation is planned with: draw before stud before flop, as fewer dealers have it."""
    return next((skill for skill in reversed(SKILLS) if skill in families), "flop")
