"""Waiting lists by gaming day: names put down, seated, gone without a seat, and how long those seated had waited."""

from collections import defaultdict
from datetime import date, datetime
from typing import Any

from reports.models import WaitDay
from reports.rolling.days import Calendar
from tables.models import ListChange, Room

PAGE = 5_000
# Lists of those who sit already and ask for another chair (`tables.lists.changing`) are no waits for a seat.
CHANGES = ("seats-", "tables-")
FIELDS = {
    "name.added": "added",
    "name.seated": "seated",
    "name.off": "left",
    "line.closed": "left",
    "name.passed": "passed",
}
SUMS = ("added", "seated", "left", "passed")


def waits_roll(room: Room, after: int, until: datetime, *, calendar: Calendar) -> int:
    """Count what happened on the room's lists after an entry, up to a moment; the last entry that was counted."""
    rows = ListChange.objects.filter(lists__room=room, seq__gt=after).order_by("seq", "number")
    columns = ("seq", "at", "key", "title", "event", "waited")
    page = list(rows.values_list(*columns)[:PAGE])
    if len(page) == PAGE:  # an entry may be about several names
        page = [row for row in page if row[0] != page[-1][0]]
    cells: dict[tuple[date, str, str], dict[str, Any]] = defaultdict(
        lambda: {"waits": [], **dict.fromkeys(SUMS, 0)}
    )
    for seq, at, key, title, event, waited in page:
        if at > until:
            break
        after = seq
        name = FIELDS.get(event)
        if name is None or key.startswith(CHANGES):
            continue
        shift = calendar.at(int(at.timestamp()))
        cell = cells[shift.day, shift.name, title]
        cell[name] += 1
        if name == "seated":
            cell["waits"].append(waited // 1000)
    for (day, period, game), sums in cells.items():
        row, _ = WaitDay.objects.get_or_create(room=room, day=day, shift=period, game=game)
        for name in SUMS:
            setattr(row, name, getattr(row, name) + sums[name])
        row.waits = sorted([*row.waits, *sums["waits"]])
        row.save()
    return after
