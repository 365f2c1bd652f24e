"""Who may do what about calls and rulings, asked at the server (S-012)."""

from typing import Literal

from audit.recording import refused_as
from poker.refusal import Refusal
from rulings.calls.models import Call
from tables.models import Staff

Action = Literal["see", "answer", "rule", "appeal", "dealers"]

# The permission that is asked for, and who has it as a sentence says it.
MAY: dict[Action, tuple[str, str]] = {
    "see": ("rulings.view_ruling", "supervisors"),
    "answer": ("tables.supervise", "supervisors"),
    "rule": ("tables.supervise", "supervisors"),
    "dealers": ("tables.supervise", "supervisors"),
    "appeal": ("rulings.appeal_ruling", "managers"),
}


def may(staff: Staff, action: Action) -> bool:
    """Whether somebody who works here may."""
    return staff.user.is_active and staff.user.has_perm(MAY[action][0])


def must(staff: Staff, action: Action) -> None:
    """Refuses `not_allowed`."""
    if not may(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=MAY[action][1])


def must_rule(staff: Staff, call: Call) -> None:
    """Refuses `not_allowed`, and `own_call` for whoever raised it as dealer."""
    must(staff, "rule")
    if call.called_by_id == staff.pk:
        refused_as("refused_second_person")
        raise Refusal("own_call", "S-012", name=staff.alias)
