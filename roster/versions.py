"""The published versions of a week, from its log."""

from dataclasses import dataclass

from django.utils import timezone

from journal.models import Entry
from roster.models import RosterWeek
from roster.rules.week_events import PlanPublished
from roster.week_log import WEEK
from staff.keys import actor_names

MOST_VERSIONS = 12  # rows shown


@dataclass(frozen=True, slots=True)
class Version:
    number: int
    at: str
    by: str
    shifts: int
    reason: str


def versions(row: RosterWeek) -> list[Version]:
    """Return the published versions of a week, the newest first."""
    entries = Entry.objects.filter(stream=row.pk, name="plan.published").order_by("-seq")
    shown = list(entries[:MOST_VERSIONS])
    names = actor_names(entry.actor for entry in shown)
    rows = []
    for entry in shown:
        event = WEEK.decode(entry)
        if isinstance(event, PlanPublished):
            at = timezone.localtime(entry.at)
            rows.append(
                Version(
                    event.version,
                    f"{at:%b} {at.day} {at:%H:%M}",
                    names.get(entry.actor, ""),
                    len(event.shifts),
                    event.reason,
                )
            )
    return rows
