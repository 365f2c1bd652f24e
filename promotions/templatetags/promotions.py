"""Template filters of promotions: hours, gaming days, permissions."""

from datetime import date

from django import template

from staff.models import Staff
from staff.permissions import Permission
from staff.permissions import may as staff_may

register = template.Library()


@register.filter
def hours(minutes: int) -> str:
    """Return minutes as hours with one digit, cut off: 41.2 h."""
    sign = "\N{MINUS SIGN}" if minutes < 0 else ""
    tenths = abs(minutes) // 6
    return f"{sign}{tenths // 10:,}.{tenths % 10} h"


@register.filter
def gaming_day(day: str) -> str:
    """Return a gaming day, written as ISO date: Nov 21, 2026."""
    value = date.fromisoformat(day)
    return f"{value:%b} {value.day}, {value.year}"


@register.filter
def may(staff: Staff | None, permission: Permission) -> bool:
    """Return whether a staff member has a permission; False for accounts with no badge."""
    return staff is not None and staff_may(staff, permission)
