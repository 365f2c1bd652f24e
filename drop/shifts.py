"""The shifts of a room, and the shift at a given moment. Pure. Moments are in the room's time zone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from poker.refusal import Refusal
from staff.clock_times import clock_time

MAX_SHIFTS = 6
Hours = Sequence[Sequence[str]]  # pairs of a name and its first hour, such as "06:00"


@dataclass(frozen=True, slots=True)
class ShiftPeriod:
    """A shift on one day. The day is the one on which the shift began, even after midnight."""

    day: date
    name: str
    begins: datetime

    @property
    def key(self) -> str:
        """Return the value of a form field, such as "2026-11-21 day"."""
        return f"{self.day.isoformat()} {self.name}"


def periods(moment: datetime, hours: Hours, count: int = 4) -> list[ShiftPeriod]:
    """Return the shift of a moment and the shifts before it, newest first.

    `moment` is aware, in the room's time zone.
    """
    shifts = [
        ShiftPeriod(day, name, datetime.combine(day, clock_time(hour), moment.tzinfo))
        for back in range(count + 1)
        for day in [moment.date() - timedelta(days=back)]
        for name, hour in hours
    ]
    begun = [shift for shift in shifts if shift.begins <= moment]
    return sorted(begun, key=lambda shift: shift.begins, reverse=True)[:count]


def likely_shift(since: datetime | None, pulled_at: datetime, hours: Hours) -> ShiftPeriod:
    """Return the shift that a box pulled now most likely belongs to.

    That is the shift at the midpoint of the last eight hours, or of the box's time at the table if that is shorter.
    A box pulled shortly after a change of shifts belongs to the previous shift.
    """
    from_ = max(since, pulled_at - timedelta(hours=8)) if since else pulled_at - timedelta(hours=1)
    return periods(from_ + (pulled_at - from_) / 2, hours, 1)[0]


def parse_shifts(text: str) -> list[list[str]]:
    """Parse shifts such as "day 06:00, swing 14:00" and sort them. Raises `Refusal`: `bad_shifts`."""
    results = []
    for part in (item.strip() for item in text.split(",")):
        name, _, hour = part.rpartition(" ")
        if not 0 < len(name.strip()) <= 20:
            raise Refusal("bad_shifts", "", text=part)
        try:
            results.append([name.strip(), f"{clock_time(hour):%H:%M}"])
        except ValueError as error:
            raise Refusal("bad_shifts", "", text=part) from error
    names = {name for name, _ in results}
    begins = {hour for _, hour in results}
    if len(names) < len(results) or len(begins) < len(results) or len(results) > MAX_SHIFTS:
        raise Refusal("bad_shifts", "", text=text)
    return sorted(results, key=lambda item: item[1])


def format_shifts(hours: Hours) -> str:
    """Return shifts in the format that `parse_shifts` accepts."""
    return ", ".join(f"{name} {hour}" for name, hour in hours)
