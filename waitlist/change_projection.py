"""Projection of waitlist changes: one row per entry of the log, with the position before and after."""

from typing import Any

from journal.projections import Change, Logged, Projection, Rows, RowTable, row_type
from waitlist.models import RoomWaitlistLog, WaitlistChange
from waitlist.rules import events as e
from waitlist.rules.state import Waitlist, WaitlistEntry, Waitlists
from waitlist.rules.undo import ADDED

UNDONE = ".undone"  # after the event's name, in the row of an undone action
ChangeRow: Any = row_type(WaitlistChange, log="lists_id")


def _reduce(_rows: Rows, logged: Logged) -> list[Change]:
    entries = _entries_about(logged.event, logged.before, logged.after)
    return [(None, _row(logged, waitlist, entry)) for waitlist, entry in entries]


def _entries_about(
    event: e.WaitlistEvent, before: Waitlists, after: Waitlists
) -> list[tuple[Waitlist, WaitlistEntry]]:
    """Return the entries that an event concerns, with their lists."""
    if isinstance(event, e.PlayerAdded):
        waitlist = after.waitlist(event.key)
        return [(waitlist, event.waiting)] if waitlist else []
    if isinstance(event, e.ActionUndone):
        waitlist = after.waitlist(event.key)
        return [(waitlist, event.waiting)] if waitlist else []
    if isinstance(event, e.WaitlistClosed):
        waitlist = before.waitlist(event.key)
        return [(waitlist, entry) for entry in waitlist.entries] if waitlist else []
    number = getattr(event, "number", 0)
    waitlist = before.holding(number)
    entry = waitlist.find(number) if waitlist else None
    return [(waitlist, entry)] if waitlist and entry else []


def _row(logged: Logged, waitlist: Waitlist, entry: WaitlistEntry) -> Any:
    event = logged.event
    before = logged.before
    after = logged.after
    previous = before.holding(entry.number)
    undone = previous.find(entry.number) if previous and not entry.table else None
    seated = undone or entry  # the entry no longer has the seat of an undone call
    is_quoted = isinstance(event, e.PlayerSeated) and entry.quoted_wait >= 0 <= entry.quoted_error
    return ChangeRow(
        seq=logged.seq,
        key=waitlist.key,
        title=waitlist.title,
        number=entry.number,
        name=entry.name,
        token=entry.token if isinstance(event, e.PlayerAdded) else "",
        event=_name(event),
        before=_position(before, waitlist.key, entry.number),
        to=_position(after, waitlist.key, entry.number),
        ahead=getattr(event, "ahead", 0),
        table=getattr(event, "table", "") or seated.table,
        seat=getattr(event, "seat", 0) or seated.seat,
        waited=getattr(event, "waited", 0),
        quoted_wait=entry.quoted_wait if is_quoted else None,
        reason=getattr(event, "reason", ""),
        by=logged.actor,
        at=logged.at,
    )


def _name(event: e.WaitlistEvent) -> str:
    """Return the event's name. An undo has the name of the undone event with `UNDONE`."""
    if isinstance(event, e.ActionUndone):
        return f"{event.act}{UNDONE}"
    if isinstance(event, e.AdditionUndone):
        return f"{ADDED}{UNDONE}"
    return str(type(event).__struct_config__.tag)


def _position(waitlists: Waitlists, key: str, number: int) -> int:
    waitlist = waitlists.waitlist(key)
    return waitlist.at(number) if waitlist else 0


PROJECTION = Projection(
    title="changes of the lists",
    events=(e.WaitlistEvent,),
    tables=(RowTable(ChangeRow, WaitlistChange, log="lists_id", key=("seq", "number")),),
    has_owner=lambda lists_id: RoomWaitlistLog.objects.filter(pk=lists_id).exists(),
    reduce=_reduce,
    with_states=True,
)
