"""Write how the seats of each game are used, from the logs of a room's tables and waitlists."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from heapq import merge

import msgspec
from django.db.models import Aggregate, Count, Sum, Value
from django.utils import timezone
from msgspec.structs import replace

from reports.models import FillMonth, SeatUseCursor
from reports.rollups.clusters import next_month
from reports.rollups.gaming_days import Calendar
from reports.rollups.seat_use import (
    FIELDS,
    KINDS,
    LISTS,
    Cells,
    Cursor,
    LogEntry,
    advance,
)
from reports.rollups.table_state import Named
from staff.models import Room
from staff.time_zone import house_time_zone
from tables import new_events
from tables.game_keys import key_of
from tables.models import GameHalfHour, Table
from waitlist.history import events_after, events_named
from waitlist.models import RoomWaitlistLog
from waitlist.rules.events import ChainSet

PAGE = 500  # entries of a table's log in one query
COMMANDS = 20_000  # in one transaction
_CHAIN_SET = str(ChainSet.__struct_config__.tag)


def seat_use_roll(room: Room, until: datetime, *, calendar: Calendar, named: Named) -> bool:
    """Roll up a room to a moment; return whether there is more. The caller has locked the room's row."""
    row, _ = SeatUseCursor.objects.get_or_create(room=room)
    cursor = _with_chains(room, msgspec.convert(row.state, Cursor, strict=False))
    after, cells, more = advance(
        cursor,
        _entries(room, cursor),
        int(until.timestamp()),
        calendar=calendar,
        named=named,
        key_of=key_of,
        limit=COMMANDS,
    )
    _add(room, cells)
    row.state = msgspec.to_builtins(after, str_keys=True)
    row.save()
    return more


def _with_chains(room: Room, cursor: Cursor) -> Cursor:
    """Return a cursor with must-move chains, which an earlier version did not read.

    If the room already had a chain at that time, its rows are deleted and a new cursor reads the whole log again.
    """
    if cursor.chains is not None:
        return cursor
    lists = RoomWaitlistLog.objects.filter(room=room).values_list("pk", flat=True)
    if not any(
        event.seq <= cursor.lists_seq for pk in lists for event in events_named(pk, [_CHAIN_SET], 0)
    ):
        return replace(cursor, chains={})
    GameHalfHour.objects.filter(room=room).delete()
    FillMonth.objects.filter(room=room).delete()
    return Cursor(chains={})


def _entries(room: Room, cursor: Cursor) -> Iterator[LogEntry]:
    """Yield the entries of all logs after the cursor in the order of time."""
    tables = Table.objects.filter(room=room).values_list("pk", flat=True)
    seqs = {pk: cursor.tables[pk].seq if pk in cursor.tables else 0 for pk in tables}
    pages = new_events.few_new_events(seqs, kinds=KINDS, most=PAGE)
    logs = [_logged(pk, pages[pk] if pk in pages else _pages(pk, seq)) for pk, seq in seqs.items()]
    return merge(*logs, _of_lists(room, cursor.lists_seq))


def _pages(table: int, seq: int) -> Iterator[new_events.EventRow]:
    while page := new_events.events_after(table, after=seq, kinds=KINDS, limit=PAGE):
        yield from page
        seq = page[-1][0]
        if len(page) < PAGE:
            return


def _logged(table: int, rows: Iterable[new_events.EventRow]) -> Iterator[LogEntry]:
    last = 0
    for seq, command, at, event in rows:
        last = max(last, int(at.timestamp()))  # the clock may have been set back
        yield LogEntry(last, table, seq, command, event)


def _of_lists(room: Room, seq: int) -> Iterator[LogEntry]:
    last = 0
    for entry in events_after(room.pk, seq):
        last = max(last, int(entry.at.timestamp()))
        yield LogEntry(last, LISTS, entry.seq, entry.command_id, entry.event)


def _add(room: Room, cells: Cells) -> None:
    if not cells:
        return
    moments = {_moment(key.begins) for key in cells}
    stored = {
        (row.begins, row.day, row.shift, row.game): row
        for row in GameHalfHour.objects.filter(room=room, begins__in=moments)
    }
    new = []
    old = []
    for key, use in cells.items():
        fields = (_moment(key.begins), date.fromisoformat(key.day), key.shift, key.game)
        row = stored.get(fields)
        if row is None:
            begins, day, shift, game = fields
            row = GameHalfHour(room=room, begins=begins, day=day, shift=shift, game=game)
            row.hour = timezone.localtime(begins, house_time_zone()).hour
            new.append(row)
        else:
            old.append(row)
        for name in FIELDS:
            setattr(row, name, getattr(row, name) + getattr(use, name))
    GameHalfHour.objects.bulk_create(new, batch_size=500)
    GameHalfHour.objects.bulk_update(old, FIELDS, batch_size=100)
    for month in {row.day.replace(day=1) for row in (*new, *old)}:
        hours = {row.hour for row in (*new, *old) if row.day.replace(day=1) == month}
        fill_months_refresh(room.pk, month, hours)


def fill_months_refresh(room_id: int, month: date, hours: Iterable[int]) -> None:
    """Rewrite the sums of a calendar month for these hours of the day."""
    rows = GameHalfHour.objects.filter(
        room=room_id, day__gte=month, day__lt=next_month(month), hour__in=hours
    ).order_by()
    summed: dict[str, Aggregate] = {f"sum_{name}": Sum(name) for name in FIELDS}
    summed = {"counted": Count("begins", distinct=True)} | summed
    by_game = rows.values_list("hour", "game").annotate(**summed)
    of_all = rows.annotate(all_=Value("")).values_list("hour", "all_").annotate(**summed)
    FillMonth.objects.filter(room=room_id, day=month, hour__in=hours).delete()
    FillMonth.objects.bulk_create(
        (
            FillMonth(
                **{"room_id": room_id, "day": month, "hour": hour, "game": game},
                **{"half_hours": half_hours},
                **dict(zip(FIELDS, sums, strict=True)),
            )
            for hour, game, half_hours, *sums in (*by_game, *of_all)
        ),
        batch_size=500,
    )


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
