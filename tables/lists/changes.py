"""The picture of what happened to each name: its place before and after, one row an entry of the log."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from journal import beside
from journal.beside import Log
from journal.pictures import LISTS
from poker.waiting import codec
from poker.waiting import events as e
from poker.waiting.evolve import evolve
from poker.waiting.state import Line, Lists, Waiting
from tables.models import ListChange


def keep(
    *,
    lists_id: int,
    before: Lists,
    events: tuple[e.Told, ...],
    first: int,
    by: str,
    now: datetime,
) -> None:
    """Write the rows of one command; `first` is the number of its first entry."""
    rows, lists = [], before
    for seq, event in enumerate(events, first):
        after = evolve(lists, event)
        rows += _rows(lists_id, seq, event, lists, after, by, now)
        lists = after
    ListChange.objects.bulk_create(rows)


def begin() -> None:
    """The rows are checked against the log, and made anew from it."""
    beside.keep(beside.Beside(LISTS, _compare, _renew))


def _of_log(log: Log) -> Iterator[ListChange]:
    """The rows that the log makes."""
    lists = Lists()
    for entry in log.rows():
        event = codec.decode_told(entry.name, entry.version, entry.data)
        after = evolve(lists, event)
        yield from _rows(log.pk, entry.seq, event, lists, after, entry.actor, entry.at)
        lists = after


def _compare(log: Log) -> str:
    stored = ListChange.objects.filter(lists=log.pk, seq__lte=log.seq)
    there, made = Counter(map(_plain, stored)), Counter(map(_plain, _of_log(log)))
    wrong = (there - made).total() + (made - there).total()
    return f"changes of the lists: {wrong} rows are not what the log says" if wrong else ""


def _renew(log: Log) -> None:
    ListChange.objects.filter(lists=log.pk).delete()
    ListChange.objects.bulk_create(_of_log(log), batch_size=500)


def _plain(row: ListChange) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in _NAMES)


_NAMES = [field.attname for field in ListChange._meta.concrete_fields if not field.primary_key]


def _rows(
    lists_id: int,
    seq: int,
    event: e.Told,
    before: Lists,
    after: Lists,
    by: str,
    now: datetime,
) -> list[ListChange]:
    return [
        _row(lists_id, seq, event, line, one, before, after, by, now)
        for line, one in _about(event, before, after)
    ]


def _about(event: e.Told, before: Lists, after: Lists) -> list[tuple[Line, Waiting]]:
    """The names that an event is about, with their list; none for what is about no name."""
    if isinstance(event, e.NameAdded):
        line = after.line(event.key)
        return [(line, event.waiting)] if line else []
    if isinstance(event, e.LineClosed):
        line = before.line(event.key)
        return [(line, one) for one in line.places] if line else []
    number = getattr(event, "number", 0)
    line = before.holding(number)
    one = line.find(number) if line else None
    return [(line, one)] if line and one else []


def _row(
    lists_id: int,
    seq: int,
    event: e.Told,
    line: Line,
    one: Waiting,
    before: Lists,
    after: Lists,
    by: str,
    now: datetime,
) -> ListChange:
    return ListChange(
        lists_id=lists_id,
        seq=seq,
        key=line.key,
        title=line.title,
        number=one.number,
        name=one.name,
        token=one.token if isinstance(event, e.NameAdded) else "",
        event=str(type(event).__struct_config__.tag),
        before=_place(before, line.key, one.number),
        to=_place(after, line.key, one.number),
        ahead=getattr(event, "ahead", 0),
        table=getattr(event, "table", "") or one.table,
        seat=getattr(event, "seat", 0) or one.seat,
        waited=getattr(event, "waited", 0),
        told=one.told if isinstance(event, e.NameSeated) and one.told >= 0 <= one.give else None,
        reason=getattr(event, "reason", ""),
        by=by,
        at=now,
    )


def _place(lists: Lists, key: str, number: int) -> int:
    line = lists.line(key)
    return line.at(number) if line else 0
