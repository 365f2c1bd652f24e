"""Tablet outages by table and clock hour; open outages are read on demand."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from reports.models import OutageHour, RollupProgress
from reports.rollups.gaming_days import Calendar, GamingShift
from reports.rollups.log_reducer import HOUR
from staff.models import Room
from tables.models import TabletHeartbeat, TabletOutage


def silences_roll(room: Room, after: int, until: datetime, *, calendar: Calendar) -> int:
    """Count the outages after `after` that ended by `until`; return the primary key of the last one."""
    rows = TabletOutage.objects.filter(table__room=room, pk__gt=after).order_by("pk")
    cells: dict[tuple[int, int], Counter[str]] = {}
    for row in rows:
        if row.until > until:
            break
        after = row.pk
        moment = int(row.since.timestamp())
        ends = int(row.until.timestamp())
        cells.setdefault((row.table_id, moment), Counter())["times"] += 1
        while moment < ends:
            stop = min(ends, moment - moment % HOUR + HOUR, calendar.at(moment).ends)
            cells.setdefault((row.table_id, moment), Counter())["seconds"] += stop - moment
            moment = stop
    for (table, moment), sums in cells.items():
        shift = calendar.at(moment)
        cell, _ = OutageHour.objects.get_or_create(
            table_id=table,
            hour=datetime.fromtimestamp(moment - moment % HOUR, tz=UTC),
            day=shift.day,
            shift=shift.name,
            defaults={"room": room},
        )
        cell.seconds += sums["seconds"]
        cell.times += sums["times"]
        cell.save()
    return after


def going_on(
    room: Room, *, since: int, until: int, calendar: Calendar
) -> Iterator[tuple[int, GamingShift, int, int]]:
    """Yield open outages within a range (Unix seconds), up to the last rollup.

    Each has a table, a shift, seconds, and 1 in the shift in which the outage began.
    """
    progress = RollupProgress.objects.filter(room=room).first()
    if progress is None:
        return
    over = TabletOutage.objects.filter(table__room=room, pk__gt=progress.silence)
    tablet_heards = TabletHeartbeat.objects.filter(table__room=room, silent=True)
    begun = [
        *over.values_list("table_id", "since"),
        *tablet_heards.values_list("table_id", "silent_since"),
    ]
    for table, at in begun:
        begins = int(at.timestamp()) if at else until  # old rows do not have their start
        moment = max(begins, since)
        ends = min(until, progress.until)
        while moment < ends:
            shift = calendar.at(moment)
            stop = min(ends, shift.ends)
            yield table, shift, stop - moment, int(moment == begins)
            moment = stop
