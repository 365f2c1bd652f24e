"""The permission that each settings page needs. Auditors may read every page."""

from collections.abc import Callable

from poker.refusal import Refusal
from staff.permissions import Permission
from staff.rooms import is_house_wide
from web.guard import Answer, PageUser, for_accounts, not_allowed
from web.navigation import AUDIT_PERMISSION

# The permission of each kind of page. Managers have all of them; a house may grant them to other roles.
PERMISSIONS: dict[str, Permission] = {
    "see": "tables.change_room",
    "rooms": "tables.add_room",
    "plaques": "tables.change_plaque",
    "staff": "staff.change_staff",
    "devices": "tables.change_device",
    "tables": "tables.change_table",
    "shifts": "tables.change_droppolicy",
    "room": "tables.change_room",
    "lists": "tables.change_room",
    "dealers": "tables.change_room",
    "retention": "ops.change_retention",
    "mails": "reports.mail_reports",
    "access": "staff.keep_access",
    "ladder": "rulings.change_book",
    "programs": "api.keep_integrations",
}

# Pages that affect all rooms, for managers of the whole house.
OF_THE_HOUSE = frozenset({"rooms", "plaques", "access", "programs"})


def for_managers(page: str = "see", *, creates: bool = False) -> Callable[[Answer], Answer]:
    """Guard a view: only accounts that may change this kind of page, and auditors, who may read it.

    They must sign in with a password, because these pages set other people's PINs and passwords.
    creates: the page creates something, so auditors have nothing to read.
    """
    return for_accounts(
        PERMISSIONS[page],
        area="manage",
        readers=None if creates else AUDIT_PERMISSION,
        house_wide=page in OF_THE_HOUSE,
    )


def is_open_to(account: PageUser, page: str) -> bool:
    """Return whether the account may change or read this kind of page."""
    if page in OF_THE_HOUSE and not is_house_wide(account.user):
        return False
    return account.user.has_perm(PERMISSIONS[page]) or account.user.has_perm(AUDIT_PERMISSION)


def refusal_of(account: PageUser, page: str) -> Refusal:
    """Return the refusal that names who may change this kind of page."""
    return not_allowed(account, PERMISSIONS[page])
