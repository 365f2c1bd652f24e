"""Shifts that are split fairly: nights and weekends. No guide defines them; both are house choices."""

from roster.rules.local_time import LocalTime
from roster.rules.people import DAY_MINUTES
from roster.rules.week_state import Shift

NIGHT = 3 * 60  # a shift over 03:00 is a night
SATURDAY = 5


def is_night(shift: Shift, local: LocalTime) -> bool:
    """Return whether a shift goes over 03:00."""
    first = local.minute_of(shift.day, shift.start)
    last = local.minute_of(shift.day, shift.end)
    return any(first <= night < last for night in (NIGHT, NIGHT + DAY_MINUTES))


def is_weekend(shift: Shift, local: LocalTime) -> bool:
    """Return whether a shift begins on a Saturday or Sunday."""
    return local.weekday_of(shift.day) >= SATURDAY
