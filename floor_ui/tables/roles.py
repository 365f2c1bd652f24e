"""Who does what with a table, asked at the server on every request (S-012, S-013)."""

from poker.refusal import Refusal
from rulings.calls.roles import may as may_floor
from tables.models import Staff

SUPERVISES, KEEPS = "tables.supervise", "tables.keep_lists"
WHO = {SUPERVISES: "supervisors", KEEPS: "the desk and supervisors"}
# What the desk does too is filling chairs and keeping them; dealers have their tablet.
ACTS = {
    "open": SUPERVISES,
    "draw": SUPERVISES,
    "button": SUPERVISES,
    "plaque": SUPERVISES,
    "leave": SUPERVISES,
    "close": SUPERVISES,
    "seat": KEEPS,
    "lock": KEEPS,
    "unlock": KEEPS,
}


def may_see(staff: Staff) -> bool:
    """Whoever sees the floor, and the desk."""
    return may_floor(staff, "see") or (staff.user.is_active and staff.user.has_perm(KEEPS))


def may_act(staff: Staff, act: str) -> bool:
    """Whether somebody who works here may do this."""
    return staff.user.is_active and staff.user.has_perm(ACTS[act])


def must_act(staff: Staff, act: str) -> None:
    """Refuses `not_allowed`."""
    if not may_act(staff, act):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=WHO[ACTS[act]])
