"""The rules of the roster that payroll reads: public holidays, and the hours of a week above which work is overtime."""

from roster.crew_log import load_crew
from staff.models import Room


def holidays_of(room: Room) -> frozenset[str]:
    """Return the public holidays of a room, as days."""
    return frozenset(holiday.day for holiday in load_crew(room.pk).holidays)


def overtime_minutes_of(room: Room) -> int:
    """Return the minutes of a week above which work is overtime."""
    return load_crew(room.pk).rules.overtime_minutes
