"""Waitlists by gaming day: players added, seated, or gone without a seat, and the waits of those seated."""

from collections import defaultdict
from datetime import date, datetime
from typing import Any

from reports.models import WaitDay
from reports.rollups.gaming_days import Calendar
from staff.models import Room
from waitlist.change_projection import UNDONE
from waitlist.models import WaitlistChange

PAGE = 5_000
# Seat change lists (`waitlist.seat_changes`) are left out: their players are seated already.
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
    """Count waitlist entries after `after` up to a moment; return the position of the last counted one."""
    rows = WaitlistChange.objects.filter(lists__room=room, seq__gt=after).order_by("seq", "number")
    columns = ("seq", "at", "key", "title", "event", "waited", "number")
    page = list(rows.values_list(*columns)[:PAGE])
    if len(page) == PAGE:  # One log entry may concern several players.
        page = [row for row in page if row[0] != page[-1][0]]
    cells: dict[tuple[date, str, str], dict[str, Any]] = defaultdict(
        lambda: {"waits": [], "undone": [], **dict.fromkeys(SUMS, 0)}
    )
    for seq, at, key, title, event, waited, number in page:
        if at > until:
            break
        after = seq
        name = FIELDS.get(event.removesuffix(UNDONE))
        if name is None or key.startswith(CHANGES):
            continue
        undone_at = _undone_at(room, seq, number, event)
        shift = calendar.at(int((undone_at or at).timestamp()))
        _count(cells[shift.day, shift.name, title], name, waited, undone=undone_at is not None)
    for (day, period, game), sums in cells.items():
        row, _ = WaitDay.objects.get_or_create(room=room, day=day, shift=period, game=game)
        for name in SUMS:
            setattr(row, name, getattr(row, name) + sums[name])
        waits = [*row.waits, *sums["waits"]]
        for wait in sums["undone"]:
            waits.remove(wait)
        row.waits = sorted(waits)
        row.save()
    return after


def _count(cell: dict[str, Any], name: str, waited: int, *, undone: bool) -> None:
    cell[name] += -1 if undone else 1
    if name == "seated":
        cell["undone" if undone else "waits"].append(waited // 1000)


def _undone_at(room: Room, seq: int, number: int, event: str) -> datetime | None:
    """Return the time of an undone change: an undo subtracts from the cell in which the change was counted."""
    if not event.endswith(UNDONE):
        return None
    rows = WaitlistChange.objects.filter(lists__room=room, number=number, seq__lt=seq)
    undone = rows.filter(event=event.removesuffix(UNDONE)).order_by("-seq").first()
    assert undone is not None
    return undone.at
