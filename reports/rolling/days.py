"""Which gaming day and shift a moment belongs to, and until when. Pure; moments are Unix seconds."""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from drops.shifts import Hours, periods


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift of one gaming day, from `begins` to before `ends`."""

    day: date
    name: str
    begins: int
    ends: int


class Calendar:
    """The shifts of a room in its time zone; the day of a shift is the one on which it began.

    Hours as the room has them now: when a manager changes them, what was rolled keeps its days, and a rebuild
    sorts everything by the new hours.
    """

    def __init__(self, hours: Hours, zone: tzinfo) -> None:
        """`hours`: pairs of a shift's name and first hour, as `DropPolicy.shifts` has them."""
        self._hours = sorted(hours, key=lambda one: one[1].rjust(5, "0"))
        self._zone = zone
        self._known: dict[date, list[tuple[int, date, str]]] = {}

    def at(self, moment: int) -> Shift:
        """The shift of a moment."""
        day = datetime.fromtimestamp(moment, self._zone).date()
        begun = [
            one
            for near in (day - timedelta(days=1), day, day + timedelta(days=1))
            for one in self._of(near)
        ]
        place = bisect_right(begun, moment, key=lambda one: one[0])
        begins, on, name = begun[place - 1]
        return Shift(on, name, begins, begun[place][0])

    def begins(self, day: date) -> int:
        """When a gaming day begins."""
        return self._of(day)[0][0]

    def ends(self, day: date) -> int:
        """When it is over."""
        return self.begins(day + timedelta(days=1))

    def names(self) -> list[str]:
        """The shifts of a day, in order."""
        return [name for name, _ in self._hours]

    def _of(self, day: date) -> list[tuple[int, date, str]]:
        if day not in self._known:
            noon = datetime.combine(day, datetime.max.time(), self._zone)
            found = [one for one in periods(noon, self._hours, len(self._hours)) if one.day == day]
            self._known[day] = sorted(
                (int(one.begins.astimezone(UTC).timestamp()), day, one.name) for one in found
            )
        return self._known[day]
