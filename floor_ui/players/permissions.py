"""Permissions of the registry, checked on the server (S-012)."""

from typing import Literal

from poker.refusal import Refusal
from staff.models import Staff

Action = Literal["see", "legal", "change", "merge", "import", "exclude", "forget"]

# Each action: its permission, and who has it, as shown in a refusal.
PERMISSIONS: dict[Action, tuple[str, str]] = {
    "see": ("players.view_player", "the desk, supervisors and managers"),
    "legal": ("players.view_legal_name", "the desk and managers"),
    "change": ("players.change_player", "the desk, supervisors and managers"),
    "merge": ("players.merge_player", "managers"),
    "import": ("players.import_player", "managers"),
    "forget": ("players.anonymise_player", "managers"),
    "exclude": ("players.exclude_player", "managers"),
}


def is_allowed(staff: Staff, action: Action) -> bool:
    """Return whether the staff member may do this."""
    return staff.user.is_active and staff.user.has_perm(PERMISSIONS[action][0])


def require_allowed(staff: Staff, action: Action) -> None:
    """Raise `Refusal`: `not_allowed`."""
    if not is_allowed(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=PERMISSIONS[action][1])
