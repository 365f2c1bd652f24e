"""Incidents by gaming day: days in which something was reported lately are counted anew."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

from reports.models import IncidentDay
from reports.rolling.days import Calendar
from rulings.models import Incident
from tables.models import Room

LATELY = timedelta(hours=1)  # a tablet that was cut off reports late, at the time of the incident


def incidents_bring(room: Room, since: datetime | None, *, calendar: Calendar) -> None:
    """Count the days of the incidents of the last hour before `since` and after it; of all, where there is none."""
    rows = Incident.objects.filter(table__room=room)
    lately = rows if since is None else rows.filter(at__gt=since - LATELY)
    days = {_day(at, calendar) for at in lately.values_list("at", flat=True)}
    for day in days:
        _count(room, day, calendar)


def _count(room: Room, day: date, calendar: Calendar) -> None:
    begins = datetime.fromtimestamp(calendar.begins(day), tz=UTC)
    ends = datetime.fromtimestamp(calendar.ends(day), tz=UTC)
    rows = Incident.objects.filter(table__room=room, at__gte=begins, at__lt=ends).order_by()
    made = Counter(
        (calendar.at(int(at.timestamp())).name, category, severity)
        for at, category, severity in rows.values_list("at", "category", "severity")
    )
    there = IncidentDay.objects.filter(room=room, day=day)
    if {(row.shift, row.category, row.severity): row.n for row in there} == dict(made):
        return
    there.delete()
    IncidentDay.objects.bulk_create(
        IncidentDay(room=room, day=day, shift=shift, category=category, severity=severity, n=n)
        for (shift, category, severity), n in sorted(made.items())
    )


def _day(at: datetime, calendar: Calendar) -> date:
    return calendar.at(int(at.timestamp())).day
