"""Items of the navigation bar, each with its permissions (S-012)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Literal, Protocol, cast

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import Expression
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
    room_url: str = ""  # the name of the URL with the room in its path
    badge: bool = True  # requires a staff member with a badge
    house: bool = False  # requires one who works in all rooms

    def get_url(self, room: int | None) -> str:
        """Return its URL, for a room if one is given."""
        if room is None or not self.room:
            return reverse(self.url)
        if self.room == "path":
            return reverse(self.room_url, args=[room])
        return f"{reverse(self.url)}?room={room}"


class Navigation(Protocol):
    """The module that the setting `NAVIGATION` names. Pages are above this package, so it cannot name them itself."""

    NAV_ITEMS: tuple[NavItem, ...]
    SIGN_OUTS: Mapping[str, str]
    SIGN_OUT: str
    FLOOR_AREA: str
    TABLE_COUNT: Expression
    CALL_COUNT: Expression


@cache
def site_navigation() -> Navigation:
    """Return what the bar on top leads to."""
    return cast(Navigation, import_module(settings.NAVIGATION))


def nav_items_for(user: AbstractBaseUser | AnonymousUser | None) -> list[NavItem]:
    """Return the items that a user may open; none for an anonymous user."""
    if not isinstance(user, User) or not user.is_active:
        return []
    badge = hasattr(user, "staff")
    return [
        nav_item
        for nav_item in site_navigation().NAV_ITEMS
        if (badge or not nav_item.badge)
        and (not nav_item.house or is_house_wide(user))
        and any(user.has_perm(name) for name in nav_item.permissions)
    ]
