"""Projection of waitlist changes: one row per entry of the log, with the position before and after."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from journal import projections
from journal.projections import LogHead
from poker.waitlist import codec
from poker.waitlist import events as e
from poker.waitlist.evolve import evolve
from poker.waitlist.state import Waitlist, WaitlistEntry, Waitlists
from poker.waitlist.undo import ADDED
from tables.models import WaitlistChange
from tables.stored_commands import StoredInWaitlists

UNDONE = ".undone"  # after the event's name, in the row of an undone action


def project(stored: StoredInWaitlists) -> None:
    """Store the rows of one command."""
    rows = []
    waitlists = stored.before
    for seq, event in enumerate(stored.events, stored.first):
        after = evolve(waitlists, event)
        rows += _rows(stored.stream_id, seq, event, waitlists, after, stored.actor, stored.now)
        waitlists = after
    WaitlistChange.objects.bulk_create(rows)


def _rows_of_log(log: LogHead) -> Iterator[WaitlistChange]:
    """Yield the rows computed from the log."""
    waitlists = Waitlists()
    for entry in log.rows():
        event = codec.decode_event(entry.name, entry.version, entry.data)
        after = evolve(waitlists, event)
        yield from _rows(log.pk, entry.seq, event, waitlists, after, entry.actor, entry.at)
        waitlists = after


def _compare(log: LogHead) -> str:
    list_changes = WaitlistChange.objects.filter(lists=log.pk, seq__lte=log.seq)
    counts, expected = Counter(map(_values, list_changes)), Counter(map(_values, _rows_of_log(log)))
    wrong = (counts - expected).total() + (expected - counts).total()
    return f"changes of the lists: {wrong} rows don't match the log" if wrong else ""


def _rebuild(log: LogHead) -> None:
    WaitlistChange.objects.filter(lists=log.pk).delete()
    WaitlistChange.objects.bulk_create(_rows_of_log(log), batch_size=500)


def _values(row: WaitlistChange) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in _NAMES)


_NAMES = [field.attname for field in WaitlistChange._meta.concrete_fields if not field.primary_key]


def _rows(
    lists_id: int,
    seq: int,
    event: e.WaitlistEvent,
    before: Waitlists,
    after: Waitlists,
    by: str,
    now: datetime,
) -> list[WaitlistChange]:
    return [
        _row(lists_id, seq, event, waitlist, entry, before, after, by, now)
        for waitlist, entry in _entries_about(event, before, after)
    ]


def _entries_about(
    event: e.WaitlistEvent, before: Waitlists, after: Waitlists
) -> list[tuple[Waitlist, WaitlistEntry]]:
    """Return the entries that an event is about, with their lists; empty for events about no entry."""
    if isinstance(event, e.PlayerAdded):
        waitlist = after.line(event.key)
        return [(waitlist, event.waiting)] if waitlist else []
    if isinstance(event, e.ActionUndone):
        waitlist = after.line(event.key)
        return [(waitlist, event.waiting)] if waitlist else []
    if isinstance(event, e.WaitlistClosed):
        waitlist = before.line(event.key)
        return [(waitlist, entry) for entry in waitlist.places] if waitlist else []
    number = getattr(event, "number", 0)
    waitlist = before.holding(number)
    entry = waitlist.find(number) if waitlist else None
    return [(waitlist, entry)] if waitlist and entry else []


def _row(
    lists_id: int,
    seq: int,
    event: e.WaitlistEvent,
    waitlist: Waitlist,
    entry: WaitlistEntry,
    before: Waitlists,
    after: Waitlists,
    by: str,
    now: datetime,
) -> WaitlistChange:
    previous = before.holding(entry.number)
    undone = previous.find(entry.number) if previous and not entry.table else None
    seated = undone or entry  # the seat of a call that is undone is no longer on the entry
    return WaitlistChange(
        lists_id=lists_id,
        seq=seq,
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
        told=entry.told
        if isinstance(event, e.PlayerSeated) and entry.told >= 0 <= entry.give
        else None,
        reason=getattr(event, "reason", ""),
        by=by,
        at=now,
    )


def _name(event: e.WaitlistEvent) -> str:
    """Return the event's name; that of the undone event with `UNDONE` for an undo."""
    if isinstance(event, e.ActionUndone):
        return f"{event.act}{UNDONE}"
    if isinstance(event, e.AdditionUndone):
        return f"{ADDED}{UNDONE}"
    return str(type(event).__struct_config__.tag)


def _position(waitlists: Waitlists, key: str, number: int) -> int:
    waitlist = waitlists.line(key)
    return waitlist.at(number) if waitlist else 0


PROJECTION = projections.Projection(_compare, _rebuild)
