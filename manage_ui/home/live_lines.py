"""The line below each area with the room's current state, for users who may open the area."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from journal.unix_time import milliseconds
from lineup.actions import load_lineup
from lineup.rules.plan import plan
from reports.models import ArchivedReport
from rulings.calls.models import Call
from staff.models import Room
from tables.models import Device, Table
from waitlist.pages.room_snapshot import current_room_snapshot


def live_line(key: str, room: Room | None, now: datetime) -> str:
    """Return the line of an area by its key; "" for an area without a line, or without a room."""
    line = LINES.get(key)
    return line(room, now) if line is not None and room is not None else ""


def _counted(number: int, item: str, many: str = "") -> str:
    return f"{number} {item if number == 1 else many or f'{item}s'}"


def _floor(room: Room, now: datetime) -> str:
    calls = Call.objects.filter(room=room, status=Call.Status.OPEN).count()
    now_ms = milliseconds(now)
    due = sum(push.due <= now_ms for push in plan(load_lineup(room.pk), now_ms))
    if not calls and not due:
        return "No call waits, no push due"
    waiting = (
        f"{calls} {'call waits' if calls == 1 else 'calls wait'}" if calls else "No call waits"
    )
    return f"{waiting}, {_counted(due, 'push', 'pushes')} due" if due else waiting


def _desk(room: Room, now: datetime) -> str:
    snapshot = current_room_snapshot(room.pk, now)
    states = Counter(entry.state for waitlist in snapshot.lists.lists for entry in waitlist.entries)
    called = states["called"]
    free = sum(game.open_seats for game in snapshot.games)
    parts = [
        f"{states.total() - called} waiting",
        f"{called} called" if called else "",
        f"{_counted(free, 'seat')} free" if free else "",
    ]
    return ", ".join(part for part in parts if part)


def _manager(room: Room, now: datetime) -> str:
    """Return the shift report archived last, whether or not its emails were sent."""
    report = ArchivedReport.objects.filter(room=room).exclude(shift="").first()
    if report is None:
        return "No shift has a report yet"
    return f"Last report: {report.day:%a} {report.day.day} {report.day:%b}, {report.shift}"


def _settings(room: Room, now: datetime) -> str:
    tables = Table.objects.filter(room=room).count()
    paired = (
        Device.objects.filter(table__room=room, paired_at__isnull=False, revoked_at=None)
        .values("table")
        .distinct()
        .count()
    )
    return f"{paired} of {_counted(tables, 'table')} with a tablet" if tables else "No tables yet"


LINES: dict[str, Callable[[Room, datetime], str]] = {
    "floor": _floor,
    "desk": _desk,
    "manager": _manager,
    "settings": _settings,
}
