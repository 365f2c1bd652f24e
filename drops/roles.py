"""Who may see, take, count, explain and correct boxes, asked at the server."""

from typing import Literal

from drops.counting import Agent
from poker.refusal import Refusal
from tables.models import Staff

Action = Literal["see", "count", "explain", "correct"]

# The permission that is asked for, and who has it as a sentence says it.
MAY: dict[Action, tuple[str, str]] = {
    "see": ("drops.view_box", "the desk, supervisors and managers"),
    "count": ("drops.count_box", "the desk, supervisors and managers"),
    "explain": ("tables.supervise", "supervisors and managers"),
    "correct": ("drops.correct_box", "managers"),
}


def may(staff: Staff, action: Action) -> bool:
    """Whether somebody who works here may."""
    return staff.user.is_active and staff.user.has_perm(MAY[action][0])


def must(staff: Staff, action: Action) -> None:
    """Refuses `not_for_you`."""
    if not may(staff, action):
        raise Refusal("not_for_you", "", name=staff.alias, who=MAY[action][1])


def agent_of(staff: Staff) -> Agent:
    """Somebody as one of two who count."""
    return Agent(staff.pk, staff.alias, may(staff, "explain"), may(staff, "correct"))
