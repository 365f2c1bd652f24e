"""Who may read which report, asked at the server (S-012)."""

from typing import Literal

from poker.refusal import Refusal
from tables.models import Staff

Action = Literal["shift", "all"]

# What is asked for: the permission, and who has it as a sentence says it.
MAY: dict[Action, tuple[str, str]] = {
    "shift": ("reports.read_shift", "supervisors, managers and surveillance"),
    "all": ("reports.read_reports", "managers and surveillance"),
}


def may(staff: Staff, action: Action) -> bool:
    """Whether somebody who works here may."""
    return staff.user.is_active and staff.user.has_perm(MAY[action][0])


def must(staff: Staff, action: Action) -> None:
    """Refuses `not_allowed`."""
    if not may(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=MAY[action][1])
