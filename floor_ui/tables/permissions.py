"""Permissions of table actions, checked on the server at every request (S-012, S-013)."""

from poker.refusal import Refusal
from rulings.calls.permissions import is_allowed as may_floor
from staff.models import Staff

SUPERVISES, KEEPS = "tables.supervise", "tables.keep_lists"
ROLE_NAMES = {SUPERVISES: "supervisors", KEEPS: "the desk and supervisors"}
# The desk may also seat players and reserve seats; dealers have their tablet.
ACTS = {
    "open": SUPERVISES,
    "draw": SUPERVISES,
    "button": SUPERVISES,
    "plaque": SUPERVISES,
    "leave": SUPERVISES,
    "close": SUPERVISES,
    "finish": SUPERVISES,
    "push": SUPERVISES,
    "seat": KEEPS,
    "lock": KEEPS,
    "unlock": KEEPS,
}


def may_see(staff: Staff) -> bool:
    """Return whether the staff member may see the tables: the floor and the desk."""
    return may_floor(staff, "see") or (staff.user.is_active and staff.user.has_perm(KEEPS))


def may_act(staff: Staff, act: str) -> bool:
    """Return whether a staff member may do this."""
    return staff.user.is_active and staff.user.has_perm(ACTS[act])


def require_allowed(staff: Staff, act: str) -> None:
    """Raise `Refusal`: `not_allowed`, unless the staff member may do this."""
    if not may_act(staff, act):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=ROLE_NAMES[ACTS[act]])
