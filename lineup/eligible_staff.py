"""Staff who may be clocked in or may have a section."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from staff.keys import staff_numbers, staff_of
from staff.models import Staff


def eligible_dealers(room_id: int) -> list[Staff]:
    """Return the staff of a room who may deal, by alias. Supervisors come after dealers."""
    above = set(_staff_with_permission("supervise", room_id).values_list("pk", flat=True))
    return sorted(
        _staff_with_permission("deal", room_id),
        key=lambda member: (member.pk in above, member.alias),
    )


def eligible_supervisors(room_id: int) -> list[Staff]:
    """Return the staff of a room who may have a section."""
    return list(_staff_with_permission("supervise", room_id))


def badge_of(key: str) -> str:
    """Return the badge number of a staff key from the log; "" for an unknown key."""
    staff = staff_of(key)
    return staff.badge if staff else ""


def badges(keys: Iterable[str]) -> dict[str, str]:
    """Return the badge number of each of these staff keys. Unknown keys are left out."""
    rows = Staff.objects.filter(pk__in=staff_numbers(keys), user__is_active=True)
    return {member.key: member.badge for member in rows}


def _staff_with_permission(codename: str, room_id: int) -> "QuerySet[Staff]":
    """Return the active staff of a room who have a permission by their role or individually."""
    permission = {"content_type__app_label": "tables", "codename": codename}
    user_permission = {f"user__user_permissions__{key}": value for key, value in permission.items()}
    group_permission = {
        f"user__groups__permissions__{key}": value for key, value in permission.items()
    }
    rows = Staff.objects.filter(Q(rooms=room_id) | Q(house_wide=True), user__is_active=True)
    return (
        rows.filter(Q(**user_permission) | Q(**group_permission) | Q(user__is_superuser=True))
        .distinct()
        .order_by("alias")
    )
