"""One pass over a room: its tables' logs, calls, waitlists, incidents and outages.

Safe to run twice or concurrently.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta, tzinfo

from django.db import transaction

from drop.models import policy_of
from reports.models import IncidentDay, RollupProgress, TableDay
from reports.rollups.calls import calls_refresh
from reports.rollups.clusters import days_refresh, long_sums_fill
from reports.rollups.game_half_hours import fill_months_refresh, seat_use_roll
from reports.rollups.gaming_days import Calendar
from reports.rollups.tables import logs_roll
from reports.rollups.tablet_outages import silences_roll
from reports.rollups.waits import waits_roll
from rulings.models import Incident
from staff.models import Room
from staff.time_zone import house_time_zone
from tables.models import GameHalfHour, Table
from tables.plaque_names import names

TABLES = 50  # per transaction: they are read together, and shared days are summed once

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


def room_roll_up(room: Room, *, until: datetime) -> None:
    """Roll up a room to a moment, some tables in each transaction."""
    tables_roll(room, until={}, usual=int(until.timestamp()))
    projections_roll_up(room, until=until)


def tables_roll(room: Room, *, until: Mapping[int, int], usual: int) -> None:
    """Roll up the logs of its tables, each to its own moment (Unix seconds), others to `usual`."""
    fill_long_sums(room)
    calendar = calendar_of(room)
    named = names()
    tables = list(Table.objects.filter(room=room).order_by("pk"))
    for begin in range(0, len(tables), TABLES):
        behind = tables[begin : begin + TABLES]
        while behind:
            with locked(room):
                behind, changed = logs_roll(
                    behind,
                    lambda table: until.get(table.pk, usual),
                    calendar=calendar,
                    named=named,
                )
                days_refresh(changed)


def fill_long_sums(room: Room) -> None:
    """Fill the room's long sums if an earlier version stored its days and half hours, one month per transaction."""
    with locked(room) as progress:
        if progress.has_long_sums:
            return
        months = {
            month
            for kind in (TableDay, GameHalfHour)
            for month in kind.objects.filter(room=room).dates("day", "month")
        }
    for month in sorted(months):
        with locked(room):
            long_sums_fill(room.pk, month)
            fill_months_refresh(room.pk, month, range(24))
    with locked(room) as progress:
        progress.has_long_sums = True
        progress.save(update_fields=["has_long_sums"])


def projections_roll_up(room: Room, *, until: datetime) -> None:
    """Roll up what comes from several logs: seats and waits by game, waitlists, outages, incidents and calls."""
    calendar = calendar_of(room)
    seconds = int(until.timestamp())
    with locked(room) as progress:
        last = datetime.fromtimestamp(progress.until, tz=UTC) if progress.until else None
        incidents_refresh(room, last, calendar=calendar)
        calls_refresh(room)
    more = True
    while more:
        with locked(room) as progress:
            before = (progress.lists_seq, progress.silence)
            progress.lists_seq = waits_roll(room, progress.lists_seq, until, calendar=calendar)
            progress.silence = silences_roll(room, progress.silence, until, calendar=calendar)
            progress.until = max(progress.until, seconds)
            progress.save()
            more = before != (progress.lists_seq, progress.silence)
    more = True
    named = names()
    while more:
        with locked(room):
            more = seat_use_roll(room, until, calendar=calendar, named=named)


def calendar_of(room: Room) -> Calendar:
    """Return the shifts of a room in the house's time zone."""
    return Calendar(policy_of(room).shifts, zone())


def zone() -> tzinfo:
    return house_time_zone()


@contextmanager
def locked(room: Room) -> Iterator[RollupProgress]:
    """Lock the room's row until the end of the transaction, so that a concurrent worker waits and finds the work
    done.
    """
    with transaction.atomic():
        rows = RollupProgress.objects.select_for_update()
        progress = rows.filter(pk=room.pk).first()
        if progress is None:
            RollupProgress.objects.get_or_create(room=room)
            progress = rows.get(pk=room.pk)
        yield progress
