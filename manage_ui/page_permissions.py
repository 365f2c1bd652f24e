"""Which permission opens which settings page: to change it, or to read it as an auditor does."""

from collections.abc import Callable

from poker.refusal import Refusal
from staff.permissions import Permission
from staff.rooms import is_house_wide
from web.guard import Answer, PageUser, for_accounts, not_allowed
from web.navigation import AUDIT_PERMISSION

# Permission for each kind of page. A house may grant them to other roles; managers have all of them.
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

# Pages about all rooms at once, for managers of the whole house.
OF_THE_HOUSE = frozenset({"rooms", "plaques", "access", "programs"})


def for_managers(page: str = "see", *, creates: bool = False) -> Callable[[Answer], Answer]:
    """Let accounts pass that may change this kind of page, or read it as an auditor.

    creates: the page creates something, so there is nothing to read. A badge and PIN are not enough, because these
    pages give PINs and passwords to others.
    """
    return for_accounts(
        PERMISSIONS[page],
        area="manage",
        readers=None if creates else AUDIT_PERMISSION,
        house_wide=page in OF_THE_HOUSE,
    )


def is_open_to(account: PageUser, page: str) -> bool:
    """Return whether this kind of page is open to the account, to change or to read."""
    if page in OF_THE_HOUSE and not is_house_wide(account.user):
        return False
    return account.user.has_perm(PERMISSIONS[page]) or account.user.has_perm(AUDIT_PERMISSION)


def refusal_of(account: PageUser, page: str) -> Refusal:
    """Return the refusal that says who may change this kind of page."""
    return not_allowed(account, PERMISSIONS[page])
