"""Permissions for calls and rulings, checked on the server (S-012)."""

from typing import Literal

from poker.refusal import Refusal
from rulings.calls.models import Call
from staff.audit.recording import set_refusal_verb
from staff.models import Staff

Action = Literal["see", "answer", "rule", "appeal", "dealers"]

# The permission checked, and who has it as text.
PERMISSIONS: dict[Action, tuple[str, str]] = {
    "see": ("rulings.view_ruling", "supervisors"),
    "answer": ("tables.supervise", "supervisors"),
    "rule": ("tables.supervise", "supervisors"),
    "dealers": ("tables.supervise", "supervisors"),
    "appeal": ("rulings.appeal_ruling", "managers"),
}


def is_allowed(staff: Staff, action: Action) -> bool:
    """Return whether the staff member may do this."""
    return staff.user.is_active and staff.user.has_perm(PERMISSIONS[action][0])


def require_allowed(staff: Staff, action: Action) -> None:
    """Raise `Refusal`: `not_allowed`, unless the staff member may do this."""
    if not is_allowed(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=PERMISSIONS[action][1])


def require_may_rule(staff: Staff, call: Call) -> None:
    """Raise `Refusal`: `not_allowed`, or `own_call` for the dealer who raised the call."""
    require_allowed(staff, "rule")
    if call.called_by_id == staff.pk:
        set_refusal_verb("refused_second_person")
        raise Refusal("own_call", "S-012", name=staff.alias)
