"""The items of the navigation bar with their permissions (S-012)."""

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

AUDIT_PERMISSION: Permission = "staff.search_acts"  # managers and surveillance have it


@dataclass(frozen=True, slots=True)
class NavItem:
    """An item of the navigation bar."""

    key: str
    name: str
    url: str
    permissions: tuple[str, ...]  # the user needs one of these permissions
    room: Literal["", "query", "path"] = ""  # the part of the URL that has the room
    room_url: str = ""  # the name of the URL with the room in its path
    badge: bool = True  # whether the user must be a staff member with a badge
    house: bool = False  # whether the user must work in all rooms

    def get_url(self, room: int | None) -> str:
        """Return the item's URL, for a room if `room` is set."""
        if room is None or not self.room:
            return reverse(self.url)
        if self.room == "path":
            return reverse(self.room_url, args=[room])
        return f"{reverse(self.url)}?room={room}"


class Navigation(Protocol):
    """The module that the setting `NAVIGATION` names. It is a setting because pages are in higher packages."""

    NAV_ITEMS: tuple[NavItem, ...]
    SIGN_OUTS: Mapping[str, str]
    SIGN_OUT: str
    FLOOR_AREA: str
    TABLE_COUNT: Expression
    CALL_COUNT: Expression


@cache
def site_navigation() -> Navigation:
    """Return the module with the items of the navigation bar."""
    return cast(Navigation, import_module(settings.NAVIGATION))


def nav_items_for(user: AbstractBaseUser | AnonymousUser | None) -> list[NavItem]:
    """Return the items that a user may open; empty for an anonymous user."""
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
