"""Navigation items of the house, in the order of the navigation bar, each with its permissions (S-012)."""

from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.urls import reverse

from staff.permissions import Permission
from staff.rooms import is_house_wide

AUDIT_PERMISSION: Permission = "staff.search_acts"  # managers and surveillance


@dataclass(frozen=True, slots=True)
class NavItem:
    """One navigation item."""

    key: str
    name: str
    url: str
    permissions: tuple[str, ...]  # any of these permissions
    room: Literal["", "query", "path"] = ""  # where the URL has the room
    badge: bool = True  # requires a staff member with a badge
    house: bool = False  # requires one who works in all rooms

    def get_url(self, room: int | None) -> str:
        """Return its URL, for a room if one is given."""
        if room is None or not self.room:
            return reverse(self.url)
        if self.room == "path":
            return reverse("desk:room", args=[room])
        return f"{reverse(self.url)}?room={room}"


NAV_ITEMS = (
    NavItem("queue", "Calls", "floor:index", ("rulings.view_ruling",), "query"),
    NavItem("map", "Map", "floor:map", ("rulings.view_ruling",), "query"),
    NavItem("tables", "Tables", "floor:tables", ("rulings.view_ruling", "tables.keep_lists"), "query"),
    NavItem("dealers", "Dealers", "floor:dealers", ("rulings.view_ruling",), "query"),
    NavItem("school", "School", "training:index", ("school.train",), "query"),
    NavItem("forecast", "Forecast", "floor:forecast", ("rulings.view_ruling",), "query"),
    NavItem("waitlist", "Waitlist", "desk:index", ("tables.keep_lists",), "path"),
    NavItem("incidents", "Incidents", "incidents:index", ("rulings.view_incident",), "query"),
    NavItem("drop", "Drop", "floor:drop", ("tables.view_dropbox",), "query"),
    NavItem("players", "Players", "players:index", ("players.view_player",), "query"),
    NavItem("replay", "Replay", "replay:index", ("rulings.view_ruling",), "query"),
    NavItem("reports", "Reports", "reports:index", ("reports.read_shift",), "query"),
    NavItem("audit", "Audit", "audit:search", (AUDIT_PERMISSION,), "query", house=True),
    NavItem("operations", "Health", "operations:index", ("staff.keep_access",), "query", badge=False, house=True),
    NavItem("rulebook", "Rulebook", "rulings:index", ("rulings.view_book",), "query", badge=False),
    NavItem("settings", "Settings", "manage:index", ("tables.change_room", AUDIT_PERMISSION), "query", badge=False),
)  # fmt: skip


# The URL name of the sign-out of each item's area; all others sign out at the floor.
SIGN_OUTS = {
    "waitlist": "desk:sign-out",
    "players": "players:sign-out",
    "incidents": "incidents:sign-out",
    "replay": "replay:sign-out",
    "reports": "reports:sign-out",
    "audit": "audit:sign-out",
    "operations": "manage:sign-out",
    "rulebook": "rulings:sign-out",
    "settings": "manage:sign-out",
}


def nav_items_for(user: AbstractBaseUser | AnonymousUser | None) -> list[NavItem]:
    """Return the items that a user may open; none for an anonymous user."""
    if not isinstance(user, User) or not user.is_active:
        return []
    badge = hasattr(user, "staff")
    return [
        nav_item
        for nav_item in NAV_ITEMS
        if (badge or not nav_item.badge)
        and (not nav_item.house or is_house_wide(user))
        and any(user.has_perm(name) for name in nav_item.permissions)
    ]
