"""The six areas of the home page: where each leads, who may open it, and how to sign in."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from django.urls import reverse

from staff.account_holders import AccountHolder
from staff.models import Staff
from staff.permissions import Permission
from web.navigation import AUDIT_PERMISSION

AreaKey = Literal["tablet", "floor", "desk", "board", "manager", "settings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeArea:
    """One area of the home page."""

    key: AreaKey
    title: str
    about: str
    way_in: str  # how to sign in, for visitors who are not signed in
    url_name: str
    permissions: tuple[Permission, ...] = ()  # any of these opens it; empty if no role does
    by_password: bool = False  # only a name and password open it, not badge and PIN
    is_locked: bool = True  # False if it is open to everyone

    def is_open_to(self, holder: AccountHolder, *, by_password: bool) -> bool:
        """Return whether this account may open the area now. by_password: the account signed in with a password.

        An area that opens by badge and PIN needs an account with a badge.
        """
        if not (by_password if self.by_password else isinstance(holder, Staff)):
            return False
        return any(holder.user.has_perm(permission) for permission in self.permissions)

    def url(self, room: int | None) -> str:
        """Return the URL that the area leads to. room: key of the room, None for no room."""
        if room is None or self.key in ("tablet", "manager"):
            return reverse(self.url_name)
        if self.key in ("desk", "board"):
            return reverse(f"{self.key}:room", args=[room])
        return f"{reverse(self.url_name)}?room={room}"

    def entrance(self, room: int | None) -> str:
        """Return the URL for a visitor without the right sign-in: the manager's sign-in, else the area itself.

        The floor and the desk redirect to their own sign-in.
        """
        if self.key != "manager":
            return self.url(room)
        return f"{reverse('manage:sign-in')}?{urlencode({'next': self.url(room)})}"


AREAS = (
    HomeArea(
        key="tablet",
        title="Table tablet",
        about="Deal hands, call the floor.",
        way_in="Pair with a code from Settings",
        url_name="tablet",
    ),
    HomeArea(
        key="floor",
        title="Floor",
        about="Map, calls, rulings, pushes.",
        way_in="Badge and PIN",
        url_name="floor:index",
        permissions=("rulings.view_ruling",),
    ),
    HomeArea(
        key="desk",
        title="Desk",
        about="Waitlists, calling, seating.",
        way_in="Badge and PIN",
        url_name="desk:index",
        permissions=("tables.keep_lists",),
    ),
    HomeArea(
        key="board",
        title="Public board",
        about="The waitlists on the wall screen.",
        way_in="No sign-in. Full screen",
        url_name="board:index",
        is_locked=False,
    ),
    HomeArea(
        key="manager",
        title="Manager",
        about="Reports, rulebook, staff, incidents.",
        way_in="Password",
        url_name="reports:index",
        permissions=("reports.read_shift",),
    ),
    HomeArea(
        key="settings",
        title="Settings",
        about="Room, games, tables, tablets.",
        way_in="Password, managers only",
        url_name="manage:index",
        permissions=("tables.change_room", AUDIT_PERMISSION),
        by_password=True,
    ),
)
AREAS_BY_KEY: dict[str, HomeArea] = {area.key: area for area in AREAS}
