"""Template filters of the roster: local times, days, hours, permissions."""

from django import template

from roster.pages import local_times as times
from roster.rules.people import SKILLS
from staff.models import Staff
from staff.permissions import Permission
from staff.permissions import may as staff_may

register = template.Library()
SKILL_NAMES = {"flop": "hold\u2019em and Omaha", "stud": "stud", "draw": "draw"}
CONTRACTS = {"full": "Full time", "part": "Part time", "on_call": "On call"}


@register.filter
def at_time(moment: int) -> str:
    """Return a clock time such as 18:00 from Unix milliseconds."""
    return times.clock_text(moment) if moment else ""


@register.filter
def minute(minute: int) -> str:
    """Return a clock time of a local minute of the day."""
    return times.minute_text(minute)


@register.filter
def day_name(day: str) -> str:
    """Return a local day such as "Mon, Nov 30"."""
    return times.day_text(day) if day else ""


@register.filter
def days_until(first: str, last: str) -> str:
    """Return local days such as "Mon, Nov 30 to Wed, Dec 2"."""
    return times.days_text(first, last)


@register.filter
def date_name(day: str) -> str:
    """Return a local day such as "Nov 30"."""
    return times.date_text(day) if day else ""


@register.filter
def shift_hours(minutes: int) -> str:
    """Return minutes as hours, such as 7.5 h."""
    return times.hours_text(minutes)


@register.filter
def plain_hours(minutes: int) -> str:
    """Return minutes as hours without a unit, for a field."""
    return times.hours_text(minutes).removesuffix(" h")


@register.filter
def skill_name(skill: str) -> str:
    return SKILL_NAMES.get(skill, skill)


@register.filter
def contract_name(contract: str) -> str:
    return CONTRACTS.get(contract, contract)


@register.filter
def may(staff: Staff | None, permission: Permission) -> bool:
    """Return whether a staff member has a permission."""
    return staff is not None and staff_may(staff, permission)


@register.filter
def item(mapping: dict[object, object], key: object) -> object:
    """Return the value of a key, "" without one."""
    return mapping.get(key, "") if mapping else ""


@register.simple_tag
def skills() -> list[tuple[str, str]]:
    """Return the skills with their names."""
    return [(skill, SKILL_NAMES[skill]) for skill in SKILLS]


@register.simple_tag
def contracts() -> list[tuple[str, str]]:
    """Return the kinds of contracts with their names."""
    return list(CONTRACTS.items())


@register.simple_tag
def weekdays() -> list[tuple[int, str]]:
    """Return the weekdays with their short names."""
    return list(enumerate(times.WEEKDAYS))
