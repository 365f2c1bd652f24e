"""The list of staff."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from staff.models import LastUse, SignInDelay, Staff
from staff.permissions import ROLES


@dataclass(frozen=True, slots=True)
class StaffRow:
    """One row; used: the last sign-in with this badge or name."""

    staff: Staff
    role: str
    is_locked_out: bool
    last_use: datetime | None

    @property
    def state(self) -> str:
        """Return the status in a word or two."""
        if not self.staff.user.is_active:
            return "inactive"
        if self.is_locked_out:
            return "locked out"
        return "" if self.staff.pin_hash else "no PIN"

    def matches(self, typed: str) -> bool:
        """Return whether the alias or user name contains the search text, or the badge starts with it."""
        typed = typed.strip().casefold()
        names = f"{self.staff.alias} {self.staff.user.get_username()}".casefold()
        return typed in names or self.staff.badge.startswith(typed)


def people(staff: "QuerySet[Staff]", now: datetime) -> list[StaffRow]:
    """Return these staff, active ones first, by role and alias."""
    results = []
    last = LastUse.objects.values("who").annotate(last=Max("at"))
    used = {typed_dict_type["who"]: typed_dict_type["last"] for typed_dict_type in last}
    delayed = set(SignInDelay.objects.filter(until__gt=now).values_list("staff", flat=True))
    for one in staff.select_related("user").prefetch_related("user__groups"):
        names = {group.name for group in one.user.groups.all()}
        role = next((name for name in ROLES if name in names), "")
        locked = one.pk in delayed
        results.append(StaffRow(one, role, locked, used.get(one.key)))
    return sorted(results, key=_order)


def _order(staff_row: StaffRow) -> tuple[bool, int, str]:
    at = ROLES.index(staff_row.role) if staff_row.role else len(ROLES)
    return not staff_row.staff.user.is_active, -at, staff_row.staff.alias
