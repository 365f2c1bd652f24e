"""Who may do what in the registry, asked at the server (S-012)."""

from typing import Literal

from poker.refusal import Refusal
from tables.models import Staff

Action = Literal["see", "legal", "change", "merge", "import", "exclude", "forget"]

# What is asked for: the permission, and who has it as a sentence says it.
MAY: dict[Action, tuple[str, str]] = {
    "see": ("players.view_player", "the desk, supervisors and managers"),
    "legal": ("players.view_legal_name", "the desk and managers"),
    "change": ("players.change_player", "the desk, supervisors and managers"),
    "merge": ("players.merge_player", "managers"),
    "import": ("players.import_player", "managers"),
    "forget": ("players.anonymise_player", "managers"),
    "exclude": ("players.exclude_player", "managers"),
}


def may(staff: Staff, action: Action) -> bool:
    """Whether somebody who works here may."""
    return staff.user.is_active and staff.user.has_perm(MAY[action][0])


def must(staff: Staff, action: Action) -> None:
    """Refuses `not_allowed`."""
    if not may(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=MAY[action][1])
