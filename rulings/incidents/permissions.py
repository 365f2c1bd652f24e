"""Permissions for incidents and sanctions, checked on the server (S-012)."""

from typing import Literal

from poker.refusal import Refusal
from staff.models import Staff

Action = Literal["see", "note", "sanction", "lift"]

# The permission checked, and who has it as text.
PERMISSIONS: dict[Action, tuple[str, str]] = {
    "see": ("rulings.view_incident", "supervisors"),
    "note": ("rulings.note_incident", "supervisors"),
    "sanction": ("players.give_sanction", "supervisors"),
    "lift": ("players.lift_sanction", "managers"),
}


def is_allowed(staff: Staff, action: Action) -> bool:
    """Return whether the staff member may do this."""
    return staff.user.is_active and staff.user.has_perm(PERMISSIONS[action][0])


def require_allowed(staff: Staff, action: Action) -> None:
    """Raise `Refusal`: `not_allowed`, unless the staff member may do this."""
    if not is_allowed(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=PERMISSIONS[action][1])
