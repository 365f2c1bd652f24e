"""The gaming day and shift at a given time, and the end of the shift. Pure; times are Unix seconds."""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from drop.shifts import Hours, periods


@dataclass(frozen=True, slots=True)
class GamingShift:
    """One shift of a gaming day, from `begins` to before `ends`."""

    day: date
    name: str
    begins: int
    ends: int


class Calendar:
    """The shifts of a room in its time zone; a shift belongs to the day on which it began.

    It uses the room's current hours: after a manager changes them, existing rollups keep their days, and a rebuild
    assigns everything according to the new hours.
    """

    def __init__(self, hours: Hours, zone: tzinfo) -> None:
        """hours: pairs of a shift's name and first hour, as in `DropPolicy.shifts`."""
        self._hours = sorted(hours, key=lambda shift: shift[1].rjust(5, "0"))
        self._zone = zone
        self._known: dict[date, list[tuple[int, date, str]]] = {}

    def at(self, moment: int) -> GamingShift:
        """Return the shift at a time."""
        day = datetime.fromtimestamp(moment, self._zone).date()
        begun = [
            number
            for near in (day - timedelta(days=1), day, day + timedelta(days=1))
            for number in self._of(near)
        ]
        position = bisect_right(begun, moment, key=lambda number: number[0])
        begins, on, name = begun[position - 1]
        return GamingShift(on, name, begins, begun[position][0])

    def begins(self, day: date) -> int:
        return self._of(day)[0][0]

    def ends(self, day: date) -> int:
        return self.begins(day + timedelta(days=1))

    def names(self) -> list[str]:
        return [name for name, _ in self._hours]

    def _of(self, day: date) -> list[tuple[int, date, str]]:
        if day not in self._known:
            noon = datetime.combine(day, datetime.max.time(), self._zone)
            shifts = [
                shift for shift in periods(noon, self._hours, len(self._hours)) if shift.day == day
            ]
            self._known[day] = sorted(
                (int(shift.begins.astimezone(UTC).timestamp()), day, shift.name) for shift in shifts
            )
        return self._known[day]
