"""Permissions to see, pull, count, explain and correct boxes, checked on the server."""

from typing import Literal

from poker.refusal import Refusal
from staff.models import Staff
from tables.drops.counting import Agent

Action = Literal["see", "count", "explain", "correct"]

# The permission of each action, and who has it, as a message says it.
PERMISSIONS: dict[Action, tuple[str, str]] = {
    "see": ("tables.view_dropbox", "the desk, supervisors and managers"),
    "count": ("tables.count_box", "the desk, supervisors and managers"),
    "explain": ("tables.supervise", "supervisors and managers"),
    "correct": ("tables.correct_box", "managers"),
}


def is_allowed(staff: Staff, action: Action) -> bool:
    """Return whether the staff member is allowed the action."""
    return staff.user.is_active and staff.user.has_perm(PERMISSIONS[action][0])


def require_allowed(staff: Staff, action: Action) -> None:
    """Check that the action is allowed. Raises `Refusal`: `not_allowed`."""
    if not is_allowed(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=PERMISSIONS[action][1])


def agent_of(staff: Staff) -> Agent:
    """Return the staff member as a counting agent."""
    return Agent(staff.pk, staff.alias, is_allowed(staff, "explain"), is_allowed(staff, "correct"))
