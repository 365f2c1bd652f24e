"""Silences of tablets by table and clock hour."""

from collections import Counter
from datetime import UTC, datetime

from reports.models import SilentHour
from reports.rolling.days import Calendar
from reports.rolling.fold import HOUR
from tables.models import Room, TabletSilence


def silences_roll(room: Room, after: int, until: datetime, *, calendar: Calendar) -> int:
    """Count the silences that were over by `until`, after one; the last that was counted."""
    rows = TabletSilence.objects.filter(table__room=room, pk__gt=after).order_by("pk")
    cells: dict[tuple[int, int], Counter[str]] = {}
    for row in rows:
        if row.until > until:
            break
        after = row.pk
        moment, ends = int(row.since.timestamp()), int(row.until.timestamp())
        cells.setdefault((row.table_id, moment), Counter())["times"] += 1
        while moment < ends:
            stop = min(ends, moment - moment % HOUR + HOUR, calendar.at(moment).ends)
            cells.setdefault((row.table_id, moment), Counter())["seconds"] += stop - moment
            moment = stop
    for (table, moment), sums in cells.items():
        shift = calendar.at(moment)
        cell, _ = SilentHour.objects.get_or_create(
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
