"""Incidents by gaming day. Days with a recent report are counted again."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

from reports.models import IncidentDay
from reports.rollups.gaming_days import Calendar
from rulings.models import Incident
from staff.models import Room

# An offline tablet reports late, with the time of the incident.
LOOKBACK = timedelta(hours=1)


def incidents_refresh(room: Room, since: datetime | None, *, calendar: Calendar) -> None:
    """Count the days of incidents since an hour before `since`; of all incidents if `since` is None."""
    rows = Incident.objects.filter(table__room=room)
    lately = rows if since is None else rows.filter(at__gt=since - LOOKBACK)
    days = {_day(at, calendar) for at in lately.values_list("at", flat=True)}
    for day in days:
        _count(room, day, calendar)


def _count(room: Room, day: date, calendar: Calendar) -> None:
    begins = datetime.fromtimestamp(calendar.begins(day), tz=UTC)
    ends = datetime.fromtimestamp(calendar.ends(day), tz=UTC)
    rows = Incident.objects.filter(table__room=room, at__gte=begins, at__lt=ends).order_by()
    counts = Counter(
        (calendar.at(int(at.timestamp())).name, category, severity)
        for at, category, severity in rows.values_list("at", "category", "severity")
    )
    incident_days = IncidentDay.objects.filter(room=room, day=day)
    if {(row.shift, row.category, row.severity): row.n for row in incident_days} == dict(counts):
        return
    incident_days.delete()
    IncidentDay.objects.bulk_create(
        IncidentDay(room=room, day=day, shift=shift, category=category, severity=severity, n=n)
        for (shift, category, severity), n in sorted(counts.items())
    )


def _day(at: datetime, calendar: Calendar) -> date:
    return calendar.at(int(at.timestamp())).day
