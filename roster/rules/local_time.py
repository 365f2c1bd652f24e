"""Local days and their minutes, from midnights and clock changes that the room looks up. Pure."""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from roster.rules.people import MINUTE


class LocalDay(msgspec.Struct, frozen=True, array_like=True):
    """A local day with the moment at which it begins. weekday: Monday is 0."""

    day: str
    midnight: int
    weekday: int


class ClockChange(msgspec.Struct, frozen=True, array_like=True):
    """A moment at which the clocks go forward by some minutes; back if they are negative."""

    at: int
    minutes: int


class LocalTime:
    """Converts between moments and local minutes of a day. A day that begins before midnight ends as the next one."""

    def __init__(self, days: Sequence[LocalDay], changes: Sequence[ClockChange]) -> None:
        self.days = sorted(days, key=lambda day: day.midnight)
        self.numbers = {day.day: number for number, day in enumerate(self.days)}
        self._midnights = [day.midnight for day in self.days]
        self._changes = sorted(changes, key=lambda change: change.at)

    def number_of(self, day: str) -> int:
        """Return the position of a day among all days. Raises `KeyError` for a day that isn't among them."""
        return self.numbers[day]

    def has_day(self, day: str) -> bool:
        return day in self.numbers

    def weekday_of(self, day: str) -> int:
        return self.days[self.numbers[day]].weekday

    def day_of(self, moment: int) -> LocalDay | None:
        """Return the local day of a moment; None before the first day."""
        number = bisect_right(self._midnights, moment)
        return self.days[number - 1] if number else None

    def minute_of(self, day: str, moment: int) -> int:
        """Return the minute on the clock, counted from the midnight of a day: 1,560 is 02:00 on the next day."""
        midnight = self._midnights[self.numbers[day]]
        passed = (change for change in self._changes if midnight < change.at <= moment)
        return (moment - midnight) // MINUTE + sum(change.minutes for change in passed)

    def moment_of(self, day: str, minute: int) -> int:
        """Return the moment at which the clock shows a minute of a day.

        A time that the clocks skip is the moment of the change; of a time that they show twice it is the first one.
        """
        midnight = self._midnights[self.numbers[day]]
        elapsed = minute
        for change in self._changes:
            at = (change.at - midnight) // MINUTE
            if 0 < at <= elapsed:
                elapsed = max(at, elapsed - change.minutes)
        return midnight + elapsed * MINUTE
