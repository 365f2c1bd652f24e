"""The shifts of a room: which one a moment belongs to. Pure; moments come in the room's own time zone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from poker.refusal import Refusal

MOST = 6
Hours = Sequence[Sequence[str]]  # pairs of a name and the hour at which it begins, "06:00"


@dataclass(frozen=True, slots=True)
class Period:
    """One shift of one day; the day is the one on which it began, also after midnight."""

    day: date
    name: str
    begins: datetime

    @property
    def key(self) -> str:
        """As a form sends it: "2026-11-21 day"."""
        return f"{self.day.isoformat()} {self.name}"


def periods(moment: datetime, hours: Hours, count: int = 4) -> list[Period]:
    """The shift of this moment and those before it, the newest first. `moment` is aware, in the room's zone."""
    found = [
        Period(day, name, datetime.combine(day, _hour(hour), moment.tzinfo))
        for back in range(count + 1)
        for day in [moment.date() - timedelta(days=back)]
        for name, hour in hours
    ]
    begun = [one for one in found if one.begins <= moment]
    return sorted(begun, key=lambda one: one.begins, reverse=True)[:count]


def begins_at(day: date, hour: str, zone: tzinfo) -> datetime:
    """The moment at which a shift of that hour begins on a day: "06:00" is the wall's clock, whatever the season.

    An hour that the clock leaves out is as much later; of one that it shows twice the first counts.
    """
    wall = datetime.combine(day, _hour(hour), zone)
    return wall.astimezone(UTC).astimezone(zone)


def likely(since: datetime | None, taken: datetime, hours: Hours) -> Period:
    """Whose drop a box most likely holds that is taken now: of the middle of its time, at most eight hours of it.

    A box that is taken a little after the change of shifts is the last shift's.
    """
    from_ = max(since, taken - timedelta(hours=8)) if since else taken - timedelta(hours=1)
    return periods(from_ + (taken - from_) / 2, hours, 1)[0]


def read(text: str) -> list[list[str]]:
    """Shifts as somebody wrote them, "day 06:00, swing 14:00", in order. Refuses `bad_shifts`."""
    found = []
    for part in (one.strip() for one in text.split(",")):
        name, _, hour = part.rpartition(" ")
        if not 0 < len(name.strip()) <= 20:
            raise Refusal("bad_shifts", "", text=part)
        try:
            found.append([name.strip(), f"{_hour(hour):%H:%M}"])
        except ValueError as error:
            raise Refusal("bad_shifts", "", text=part) from error
    names, begins = {name for name, _ in found}, {hour for _, hour in found}
    if len(names) < len(found) or len(begins) < len(found) or len(found) > MOST:
        raise Refusal("bad_shifts", "", text=text)
    return sorted(found, key=lambda one: one[1])


def written(hours: Hours) -> str:
    """As `read` takes them."""
    return ", ".join(f"{name} {hour}" for name, hour in hours)


def _hour(text: str) -> time:
    return time.fromisoformat(text if len(text) == 5 else f"0{text}")
