"""The permission for each action at a table. The desk may also seat players, open the seats of those who left, and
reserve seats (S-013).
"""

from staff.models import Staff
from staff.permissions import Permission, may

ACTS: dict[str, Permission] = {
    "open": "tables.supervise",
    "draw": "tables.supervise",
    "button": "tables.supervise",
    "plaque": "tables.supervise",
    "close": "tables.supervise",
    "finish": "tables.supervise",
    "push": "tables.supervise",
    "away": "tables.supervise",
    "seat": "tables.keep_lists",
    "leave": "tables.keep_lists",
    "undo": "tables.keep_lists",
    "lock": "tables.keep_lists",
    "unlock": "tables.keep_lists",
}


def may_see(staff: Staff) -> bool:
    """Return whether the staff member may see the tables, as floor and desk may."""
    return may(staff, "rulings.view_ruling") or may(staff, "tables.keep_lists")
