"""The level of each part over the last 24 hours."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings

from ops.health.history import last_changes
from ops.models import HealthChange

DAY = timedelta(hours=24)
MINUTES = 24 * 60  # the width of a bar
SHOWN = 3  # maximum periods of a part; the list of changes has all of them


@dataclass(frozen=True, slots=True)
class LevelPeriod:
    """A period in which a part had one level."""

    level: str
    headline: str
    began: datetime | None  # None if it began before the 24 hours
    ended: datetime | None  # None if it has not ended
    x: int  # minutes from the left of the bar
    width: int


@dataclass(frozen=True, slots=True)
class PartDay:
    """The last 24 hours of one part."""

    title: str
    periods: tuple[LevelPeriod, ...]

    @property
    def problems(self) -> tuple[LevelPeriod, ...]:
        """The latest periods that were not good, newest first."""
        return tuple(period for period in reversed(self.periods) if period.level != "good")[:SHOWN]

    @property
    def more_problems(self) -> int:
        """The number of earlier periods that were not good."""
        return sum(period.level != "good" for period in self.periods) - len(self.problems)


@dataclass(frozen=True, slots=True)
class LastDay:
    """The last 24 hours of all parts, in the order of the health checks."""

    changed: tuple[PartDay, ...]  # parts with a period that was not good
    calm: tuple[str, ...]  # titles of the parts that stayed good


def titles() -> dict[str, str]:
    """Return the title of each part by its key, in the order of the health checks."""
    return {check.key: check.title for check in import_module(settings.HEALTH_CHECKS).CHECKS}


def last_day(now: datetime) -> LastDay:
    """Return the levels of each part with a stored history over the last 24 hours."""
    start = now - DAY
    changes = [*last_changes(until=start), *HealthChange.objects.filter(at__gt=start, at__lte=now)]
    by_part: dict[str, list[HealthChange]] = {}
    for change in sorted(changes, key=lambda row: (row.at, row.pk)):
        by_part.setdefault(change.part, []).append(change)
    days = [
        PartDay(title, _periods(by_part[key], start, now))
        for key, title in titles().items()
        if key in by_part
    ]
    changed = tuple(day for day in days if day.problems)
    return LastDay(changed, tuple(day.title for day in days if day not in changed))


def _periods(
    changes: Sequence[HealthChange], start: datetime, now: datetime
) -> tuple[LevelPeriod, ...]:
    ends = [*(change.at for change in changes[1:]), None]
    periods = []
    for change, end in zip(changes, ends, strict=True):
        x = max(0, _minutes(change.at - start))
        width = max(1, _minutes((end or now) - start) - x)
        began = change.at if change.at > start else None
        periods.append(LevelPeriod(change.level, change.headline, began, end, x, width))
    return tuple(periods)


def _minutes(span: timedelta) -> int:
    return min(MINUTES, int(span.total_seconds() // 60))
