"""Periods of a room's tokes: the pay period of a day, the period of a pool, weeks of overtime."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from promotions.gaming_days import day_starts
from roster.rules.toke_state import TokePolicy
from staff.models import Room

WEEK = 7


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """Gaming days from `first` to `last`, both included."""

    first: date
    last: date

    @property
    def days(self) -> list[date]:
        count = (self.last - self.first).days + 1
        return [self.first + timedelta(days=number) for number in range(count)]

    @property
    def weeks(self) -> list[list[str]]:
        """Return the days by week, counted from the first day."""
        days = [day.isoformat() for day in self.days]
        return [days[start : start + WEEK] for start in range(0, len(days), WEEK)]

    def times(self, room: Room) -> tuple[datetime, datetime]:
        """Return when the period begins and ends in a room."""
        return day_starts(room, self.first), day_starts(room, self.last + timedelta(days=1))


def pay_period(policy: TokePolicy, day: date, paid_through: str = "") -> Period:
    """Return the pay period of a day, without days of a payroll that is closed.

    A closed payroll keeps its days if the house changes its pay periods later.
    """
    length = policy.pay_weeks * WEEK
    begun = date.fromisoformat(policy.pay_from)
    first = day - timedelta(days=(day - begun).days % length)
    last = first + timedelta(days=length - 1)
    if paid_through:
        closed = date.fromisoformat(paid_through)
        if first <= closed < last and closed < day:
            first = closed + timedelta(days=1)
    return Period(first, last)


def pool_period(policy: TokePolicy, day: date, paid_through: str = "") -> Period:
    """Return the period in which tokes of a day are split: the day, or its pay period without closed days."""
    if policy.period == "day":
        return Period(day, day)
    return pay_period(policy, day, paid_through)


def paying_period(policy: TokePolicy, day: date, paid_through: str) -> Period:
    """Return the pay period that pays a split of a day: its own, or the next one if that is closed."""
    if paid_through and day.isoformat() <= paid_through:
        day = date.fromisoformat(paid_through) + timedelta(days=1)
    return pay_period(policy, day, paid_through)
