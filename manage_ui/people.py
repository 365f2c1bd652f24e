"""Who works here, for the list."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from audit.models import LastUse
from tables.models import Staff
from tables.staffing import ROLES


@dataclass(frozen=True, slots=True)
class Person:
    """One row; used: when a door was last used with this badge or name."""

    staff: Staff
    role: str
    locked: bool
    used: datetime | None

    @property
    def state(self) -> str:
        """What is to be known of somebody, in a word or two."""
        if not self.staff.user.is_active:
            return "does not work here"
        if self.locked:
            return "locked out"
        return "" if self.staff.pin_hash else "no PIN"

    def is_like(self, typed: str) -> bool:
        """Whether alias or user name have what was typed, or the badge begins with it."""
        typed = typed.strip().casefold()
        names = f"{self.staff.alias} {self.staff.user.get_username()}".casefold()
        return typed in names or self.staff.badge.startswith(typed)


def people(now: datetime) -> list[Person]:
    """Those who work here first, by role and alias."""
    found = []
    last = LastUse.objects.values("who").annotate(last=Max("at"))
    used = {one["who"]: one["last"] for one in last}
    for one in Staff.objects.select_related("user").prefetch_related("user__groups"):
        names = {group.name for group in one.user.groups.all()}
        role = next((name for name in ROLES if name in names), "")
        locked = one.locked_until is not None and one.locked_until > now
        found.append(Person(one, role, locked, used.get(one.key)))
    return sorted(found, key=_order)


def _order(one: Person) -> tuple[bool, int, str]:
    at = ROLES.index(one.role) if one.role else len(ROLES)
    return not one.staff.user.is_active, -at, one.staff.alias
