"""A table's part of the journal, as the engine reads and writes it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Case, Count, F, Max, Min, Value, When

from journal import store
from journal.history import batches
from journal.models import Entry, Stream, Words
from journal.names import fresh
from poker import codec, timeline
from poker.events import Event, HandStarted, SeatChanged, SeatTaken
from poker.stakes import Stakes
from poker.state import Table
from poker.timeline import Batch
from poker.view import view
from tables import models as tables


def since_base(stream: Stream) -> list[Batch]:
    """What an undo needs: the log from where a fold may start, with names as they are by now."""
    fresh()
    return list(batches(store.entries(stream=stream, since=stream.base_seq)))


def picture(stream: Stream, events: tuple[Event, ...], table: Table) -> store.Picture:
    """What the stream's row says after these events."""
    return store.Picture(
        state=codec.encode_state(table),
        view=view(table),
        base_seq=stream.seq if timeline.is_base(events[0]) else stream.base_seq,
    )


def newest_hands(
    stream: Stream, *, since: datetime, most: int
) -> Iterator[tuple[datetime, list[Batch]]]:
    """When each of the last hands began, with its log, the newest first; hands in progress as far as they are."""
    starts = Entry.objects.filter(stream=stream, name="hand.started").order_by("-seq")
    until: int | None = None
    for seq, at in starts.values_list("seq", "at")[:most]:
        if at < since:
            return
        yield at, list(batches(store.entries(stream=stream, since=seq - 1, until=until)))
        until = seq - 1


def entries_of(table_id: int, command_id: str) -> list[int]:
    """The numbers of the entries that a command stored in a table's log."""
    rows = Entry.objects.filter(stream=table_id, command_id=command_id).order_by("seq")
    return list(rows.values_list("seq", flat=True))


def hands_begun(
    *, room_id: int, since: datetime, until: datetime | None = None, tables: Collection[int] = ()
) -> dict[int, tuple[int, datetime, datetime]]:
    """The hands that tables of a room began after `since`, by the table: how many, when the first, when the last.

    From an index of its own, whatever the length of the logs. A hand that was taken back is counted as well.
    """
    rows = Entry.objects.filter(name="hand.started", at__gt=since, stream__table__room=room_id)
    rows = rows.filter(at__lte=until) if until else rows
    rows = rows.filter(stream__in=tables) if tables else rows
    counted = rows.order_by().values_list("stream_id")
    found = counted.annotate(Count("pk"), Min("at"), Max("at"))
    return {pk: (hands, first, last) for pk, hands, first, last in found}


def hands_at(table_id: int, *, until: int) -> list[datetime]:
    """When each hand of a table began, up to and with an entry; also those that were taken back."""
    rows = Entry.objects.filter(stream=table_id, name="hand.started", seq__lte=until)
    return list(rows.order_by("seq").values_list("at", flat=True))


def stakes_dealt(table_id: int, *, since: datetime, until: datetime) -> list[Stakes]:
    """Under what the first and the last hand of a while began; empty where there was none."""
    rows = Entry.objects.filter(
        stream=table_id, name="hand.started", at__gt=since, at__lte=until
    ).order_by("seq")
    events = [
        codec.decode_event(entry.name, entry.version, entry.data)
        for entry in (rows.first(), rows.last())
        if entry is not None
    ]
    return [
        event.table.stakes
        for event in events
        if isinstance(event, HandStarted) and event.table.stakes
    ]


def sat_there(stream: Stream, *, seat: int, player: str) -> bool:
    """Whether a player sits, or ever sat, in a chair: one that he took, or that he went to from another."""
    taken = Entry.objects.filter(stream=stream, name=codec.tag(SeatTaken))
    mine = taken.filter(data__contains=f'"player":"{player}"').order_by("seq")
    seqs = list(mine.values_list("seq", flat=True))
    if not seqs:
        return False
    names = [codec.tag(SeatTaken), codec.tag(SeatChanged)]
    since = Entry.objects.filter(stream=stream, name__in=names, seq__gte=seqs[0]).order_by("seq")
    sat: set[int] = set()  # chairs that nobody else has taken since
    for entry in since:
        match codec.decode_event(entry.name, entry.version, entry.data):
            case SeatTaken(player=who) as event if who == player:
                sat.add(event.seat)
            case SeatTaken(seat=other):
                sat.discard(other)
            case SeatChanged(seat=before, to=after) if before in sat:
                sat.add(after)
        if seat in sat:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Told:
    """One command of the log: the number of its first entry, when it was stored, by whom, from which device."""

    seq: int
    at: datetime
    actor: str
    batch: Batch
    device: str = ""


def last_of(
    table_id: int, kinds: Iterable[type[Event]], most: int
) -> list[tuple[int, datetime, str, Event]]:
    """The last events of these kinds in a table's log, the newest first: number, time, actor, event."""
    names = [codec.tag(kind) for kind in kinds]
    rows = Entry.objects.filter(stream=table_id, name__in=names).order_by("-seq")[:most]
    return [
        (row.seq, row.at, row.actor, codec.decode_event(row.name, row.version, row.data))
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Begun:
    """The start of a hand: its entry, its number, when."""

    seq: int
    number: int
    at: datetime


def hands_of(
    table_id: int,
    *,
    since: datetime | None,
    until: datetime | None,
    before: int | None,
    most: int,
) -> list[Begun]:
    """The last hands of a table that began in this while and before this entry, the newest first.

    A start that was taken back and made again is the later one.
    """
    rows = Entry.objects.filter(stream=table_id, name="hand.started").order_by("-seq")
    rows = rows.filter(at__gte=since) if since else rows
    rows = rows.filter(at__lt=until) if until else rows
    last = rows.filter(seq=before).first() if before else None
    rows = rows.filter(seq__lt=before) if before else rows
    above = _number(last) if last else None
    found: list[Begun] = []
    for row in rows[: most * 2]:
        number = _number(row)
        if number != above:
            found.append(Begun(row.seq, number, row.at))
        above = number
        if len(found) == most:
            break
    return found


def _number(row: Entry) -> int:
    event = codec.decode_event(row.name, row.version, row.data)
    assert isinstance(event, HandStarted)
    return event.number


def hand_told(stream: Stream, number: int) -> list[Told]:
    """The log of one hand with times and people, from its start until the next hand's.

    Hand 0 is what came before any hand was dealt; empty where there was no hand of this number.
    """
    since, until = _place_of(stream, number) if number else _before_hands(stream)
    if since is None:
        return []
    return told_between(stream, since=since, until=until)


def told_between(stream: Stream, *, since: int, until: int | None) -> list[Told]:
    """The log after an entry, up to and with another, command by command."""
    rows = store.entries(stream=stream, since=since, until=until)
    told = []
    for _, group in groupby(rows, key=lambda entry: entry.command_id):
        entries = list(group)
        first, batch = entries[0], next(batches(entries))
        told.append(Told(first.seq, first.at, first.actor, batch, first.device or ""))
    return told


def hand_batches(stream: Stream, number: int) -> list[Batch]:
    """The log of one hand, from its start until the next hand's; empty when there was none of this number."""
    since, until = _place_of(stream, number)
    if since is None:
        return []
    return list(batches(store.entries(stream=stream, since=since, until=until)))


def _before_hands(stream: Stream) -> tuple[int, int | None]:
    first = Entry.objects.filter(stream=stream, name="hand.started").order_by("seq").first()
    return 0, first.seq - 1 if first else None


def _place_of(stream: Stream, number: int) -> tuple[int | None, int | None]:
    """The entries before a hand's first and of its last; no first where there was no such hand."""
    starts = Entry.objects.filter(stream=stream, name="hand.started")
    # The last one of this number: a start that was undone may have been followed by another.
    # As canonical JSON begins: other numbers in it are not meant.
    begins = f'{{"event":"hand.started","number":{number},'
    for entry in starts.filter(data__startswith=begins).order_by("-seq"):
        event = codec.decode_event(entry.name, entry.version, entry.data)
        if isinstance(event, HandStarted) and event.number == number:
            following = starts.filter(seq__gt=entry.seq).order_by("seq").first()
            return entry.seq - 1, following.seq - 1 if following else None
    return None, None


def whole(stream: Stream) -> Iterator[Batch]:
    """A table's log from its first entry, command by command; little of it is in memory at a time."""
    return batches(store.entries(stream=stream, until=stream.seq))


def commands_of(places: Collection[tuple[int, int]]) -> dict[tuple[int, int], tuple[str, int]]:
    """By table and number of an entry, the id of its command and the entry's place among all of the house."""
    rows = Entry.objects.filter(
        stream__in={table for table, _ in places}, seq__in={seq for _, seq in places}
    )
    found = rows.order_by().values_list("stream_id", "seq", "command_id", "pk")
    return {(table, seq): (command, pk) for table, seq, command, pk in found}


def walked(
    table_id: int, *, after: int, kinds: Iterable[type[Event]], most: int
) -> list[tuple[int, str, datetime, Event | None]]:
    """Events of these kinds after an entry, at most so many: number, command, time, event.

    None for the start of a hand: it carries the whole table, and is not read.
    """
    names = [codec.tag(kind) for kind in kinds]
    rows = Entry.objects.filter(stream=table_id, seq__gt=after, name__in=names).order_by("seq")
    begun = When(name=codec.tag(HandStarted), then=Value(""))
    found = rows.annotate(read=Case(begun, default=F("data"), output_field=Words()))
    return [
        (seq, command, at, codec.decode_event(name, version, data) if data else None)
        for seq, command, at, name, version, data in found.values_list(
            "seq", "command_id", "at", "name", "version", "read"
        )[:most]
    ]


def is_of_two_tables(stream: Stream, command_id: str) -> bool:
    """Whether a command stored something at another table of the room as well: a move."""
    room = tables.Table.objects.filter(pk=stream.pk).values("room")
    others = tables.Table.objects.filter(room__in=room).exclude(pk=stream.pk).values("pk")
    return Entry.objects.filter(stream__in=others, command_id=command_id).exists()
