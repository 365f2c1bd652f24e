"""Permissions of the reports, checked on the server (S-012)."""

from typing import Literal

from poker.refusal import Refusal
from staff.models import Staff

Action = Literal["shift", "all"]

# The permission of each action, and who has it, as a message says it.
PERMISSIONS: dict[Action, tuple[str, str]] = {
    "shift": ("reports.read_shift", "supervisors, managers and surveillance"),
    "all": ("reports.read_reports", "managers and surveillance"),
}


def is_allowed(staff: Staff, action: Action) -> bool:
    """Return whether the staff member is allowed the action."""
    return staff.user.is_active and staff.user.has_perm(PERMISSIONS[action][0])


def require_allowed(staff: Staff, action: Action) -> None:
    """Check that the action is allowed. Raises `Refusal`: `not_allowed`."""
    if not is_allowed(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=PERMISSIONS[action][1])
