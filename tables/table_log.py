"""Queries and decoding of a table's log."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from threading import Lock

from django.db.models import Q, QuerySet, Subquery

from journal import store
from journal.archives import archived_entries, entry_at
from journal.caches import ENTRY_TIMES
from journal.effects import AnyCommand
from journal.models import TABLE_HISTORY, Entry, Stream
from journal.partitions import command_keys, in_range, months_back
from journal.personal_text import refresh_cache
from journal.tap_time import caveat_texts, is_late
from journal.unix_time import milliseconds
from poker import codec, overtaken
from poker.events import (
    ButtonMoved,
    Event,
    FundSplashAnnounced,
    HandFinished,
    HandStarted,
    RulesChanged,
    SeatChanged,
    SeatLeft,
    SeatTaken,
    TableEventSet,
)
from poker.logs.codec import tag
from poker.stakes import Stakes
from poker.state import Table
from poker.table_event import TableEvent
from poker.timeline import POSTED, CommandEvents
from poker.turn_clock import ACTION_MOVED as ACTION_EVENTS
from poker.view import TableView
from tables import models as tables
from tables.hand_starts import hand_starts
from tables.models import HandStart
from tables.models.hands import of_kind
from tables.models.rooms import state_view

ACTION_MOVED = tuple(tag(kind) for kind in ACTION_EVENTS)
PREFIX = "table."  # prefix of the keys of the tables' streams
MAX_SEAT_ENTRIES = 20  # entries of a person or a command to look through
_ENTRY_TIMES_LOCK = Lock()


def batches(entries: Iterable[Entry]) -> Iterator[CommandEvents]:
    """Group the entries of a stream by command, in order. Only one command is in memory at a time."""
    for command_id, rows in groupby(entries, key=lambda entry: entry.command_id):
        yield CommandEvents(
            command_id, tuple(codec.decode_event(row.name, row.version, row.data) for row in rows)
        )


def since_checkpoint(stream: Stream) -> list[CommandEvents]:
    """Return the log from the start of the previous hand, with current names; it is what an undo needs."""
    refresh_cache()
    return list(batches(store.entries(stream=stream, since=_previous_start(stream))))


def entries_since_checkpoint(stream: Stream) -> Iterator[Entry]:
    """Yield the entries since the start of the previous hand up to the stream's head as read, with current names."""
    refresh_cache()
    return store.entries(stream=stream, since=_previous_start(stream), until=stream.seq)


def _previous_start(stream: Stream) -> int:
    """Return the entry before the start of the previous hand, or before the last hand if there is no earlier one."""
    starts = HandStart.objects.filter(table_id=stream.pk, seq__lte=stream.base_seq + 1)
    number = starts.filter(seq=stream.base_seq + 1).values("number")
    before = starts.filter(number__lt=Subquery(number)).order_by("-seq")
    seq = before.values_list("seq", flat=True).first()
    return stream.base_seq if seq is None else seq - 1


def between(stream: Stream, seq: int) -> Iterator[CommandEvents]:
    """Yield the commands stored after an entry, up to the stream's head as read."""
    return batches(store.entries(stream=stream, since=seq, until=stream.seq))


def newest_view(table_id: int) -> tuple[int, TableView]:
    """Return the number of the table's last entry, and the public view after it."""
    stream = Stream.objects.only("seq", "state").get(pk=table_id)
    return stream.seq, state_view(stream)


def state_at_entry(table_id: int, seq: int) -> Table | None:
    """Return the table's state after its last entry, None if another entry is the last one by now."""
    row = Stream.objects.filter(pk=table_id, seq=seq).values_list("state", flat=True).first()
    return None if row is None else codec.decode_state(bytes(row))


def newest_hands(
    stream: Stream, *, since: datetime, limit: int
) -> Iterator[tuple[datetime, list[CommandEvents]]]:
    """Yield the start time and log of the last hands, the newest first; a hand in progress up to now."""
    starts = hand_starts(stream.pk).order_by("-seq")
    until: int | None = None
    for seq, at in starts.values_list("seq", "at")[:limit]:
        if at < since:
            return
        yield at, list(batches(store.entries(stream=stream, since=seq - 1, until=until)))
        until = seq - 1


def entries_of(table_id: int, command_id: str) -> list[int]:
    """Return the numbers of the entries that a command stored in a table's log."""
    rows = Entry.objects.filter(pk__in=command_keys(table_id, command_id)).order_by("seq")
    return list(rows.values_list("seq", flat=True))


def stored_commands(stream: Stream, command_ids: Collection[str]) -> list[str]:
    """Return those of these commands that are in the log."""
    rows = Entry.objects.filter(stream=stream, command_id__in=command_ids)
    return list(rows.order_by().values_list("command_id", flat=True).distinct())


def head(table_id: int) -> int:
    """Return the number of the table's last entry."""
    return Stream.objects.values_list("seq", flat=True).get(pk=table_id)


def has_others(table_id: int, *, since: int, before: str, own: Collection[str]) -> bool:
    """Return whether the log has entries after `since` and before a command that are not of these commands."""
    first = entries_of(table_id, before)[0]
    rows = in_range(Entry.objects.all(), table_id, since, first - 1)
    return rows.exclude(command_id__in=own).exists()


def action_moved_at(table_id: int) -> int:
    """Return when the action last moved to another seat, in Unix milliseconds; 0 if it has not moved in the hand."""
    since, seq = Stream.objects.values_list("base_seq", "seq").get(pk=table_id)
    rows = in_range(Entry.objects.filter(name__in=ACTION_MOVED), table_id, since, seq)
    at = rows.order_by("-seq").values_list("at", flat=True).first()
    return milliseconds(at) if at else 0


def entry_time(table_id: int, seq: int) -> datetime | None:
    """Return when an entry happened; None if the entry does not exist."""
    with _ENTRY_TIMES_LOCK:
        at: datetime | None = ENTRY_TIMES.get((table_id, seq))
    if at is not None:
        return at
    rows = in_range(Entry.objects.all(), table_id, seq - 1, seq)
    return rows.values_list("at", flat=True).first()


def cache_entry_time(stored: AnyCommand) -> None:
    """Cache the time of the last entry of a committed command."""
    with _ENTRY_TIMES_LOCK:
        ENTRY_TIMES[stored.stream_id, stored.seq] = stored.now


def hands_at(table_id: int, *, until: int) -> list[datetime]:
    """Return when each hand of a table started, up to and including an entry; undone hands are included."""
    started = ("hand.started",)
    archived = {row.seq: row.at for row in archived_entries(table_id, until=until, names=started)}
    rows = Entry.objects.filter(stream=table_id, name="hand.started", seq__lte=until)
    live = rows.filter(seq__gt=max(archived, default=0)).order_by("seq")
    return [*archived.values(), *live.values_list("at", flat=True)]


def stakes_dealt(table_id: int, *, since: datetime, until: datetime) -> list[Stakes]:
    """Return the stakes of the first and the last hand started in a period; empty if no hand was started."""
    rows = hand_starts(table_id).filter(at__gt=since, at__lte=until).values_list("seq", flat=True)
    first = rows.order_by("at", "seq").first()
    last = rows.order_by("-at", "-seq").first()
    if first is None or last is None:
        return []
    events = [
        codec.decode_event(entry.name, entry.version, entry.data)
        for seq in (first, last)
        if (entry := entry_at(table_id, seq))
    ]
    return [
        event.table.stakes
        for event in events
        if isinstance(event, HandStarted) and event.table.stakes
    ]


@dataclass(frozen=True, slots=True)
class LoggedCommand:
    """One command of the log."""

    seq: int  # number of its first entry
    at: datetime  # when it happened
    actor: str
    batch: CommandEvents
    device: str = ""
    stored_at: datetime | None = None  # when it was stored, if a tablet made it earlier
    caveat: str = ""  # as `Entry.caveat`

    @property
    def stored_late(self) -> datetime | None:
        """Return when it was stored, if that was long enough after the tap to matter to a reader."""
        return self.stored_at if is_late(self.at, self.stored_at) else None

    @property
    def caveats(self) -> list[str]:
        """Return the notes for a reader about its time or its actor."""
        return caveat_texts(self.caveat)


def table_history(table_id: int, *, limit: int) -> list[tuple[int, datetime, str, Event]]:
    """Return the last events of a table's history (`TABLE_HISTORY`), the newest first: number, time, actor, event.

    Uses a dedicated index and does not depend on the length of the log.
    """
    history = Entry.objects.filter(TABLE_HISTORY, stream=table_id).order_by("-seq")
    rows: list[Entry] = []
    for months in months_back(table_id):
        rows += history.filter(months)[: limit - len(rows)]
        if len(rows) == limit:
            break
    return [
        (row.seq, row.at, row.actor, codec.decode_event(row.name, row.version, row.data))
        for row in rows
    ]


def hands_of(
    table_id: int,
    *,
    since: datetime | None,
    until: datetime | None,
    before: int | None,
    limit: int,
    kind: str = "",
) -> list[HandStart]:
    """Return the last hands of a table started in a period and before the hand at an entry, the newest first.

    If the start of a hand was undone and repeated, the later start counts. kind: one of `poker.hand_kinds.KINDS`, ""
    for all hands.
    """
    starts = hand_starts(table_id)
    rows = starts.filter(of_kind(kind), undone=False) if kind else starts
    rows = rows.filter(at__gte=since) if since else rows
    rows = rows.filter(at__lt=until) if until else rows
    above: int | None = None
    if before:
        newest = starts.filter(seq__lte=before).order_by("-seq").first()
        if newest is None:
            return []
        if newest.seq == before:
            above = newest.number
        # The first condition bounds the search in the index.
        rows = rows.filter(Q(at__lt=newest.at) | Q(seq__lt=before), at__lte=newest.at)
    hands: list[HandStart] = []
    for row in rows.order_by("-at", "-seq")[: limit * 2]:
        if row.number != above:
            hands.append(row)
        above = row.number
        if len(hands) == limit:
            break
    return hands


def hand_commands(stream: Stream, number: int) -> list[LoggedCommand]:
    """Return the log of one hand with times and actors, up to the start of the next hand.

    Hand 0 is everything before the first hand. The result is empty if there is no hand with this number.
    """
    since, until = _hand_bounds(stream, number) if number else _before_hands(stream)
    if since is None:
        return []
    return commands_between(stream, since=since, until=until)


def commands_between(stream: Stream, *, since: int, until: int | None) -> list[LoggedCommand]:
    """Return the log after one entry up to and including another, command by command."""
    rows = store.entries(stream=stream, since=since, until=until)
    commands = []
    for _, group in groupby(rows, key=lambda entry: entry.command_id):
        entries = list(group)
        first = entries[0]
        batch = next(batches(entries))
        commands.append(
            LoggedCommand(
                first.seq,
                first.at,
                first.actor,
                batch,
                first.device or "",
                first.stored_at,
                first.caveat or "",
            )
        )
    return commands


def hand_batches(stream: Stream, number: int) -> list[CommandEvents]:
    """Return the log of one hand, up to the start of the next hand; empty if there is no hand with this number."""
    since, until = _hand_bounds(stream, number)
    if since is None:
        return []
    return list(batches(store.entries(stream=stream, since=since, until=until)))


def _before_hands(stream: Stream) -> tuple[int, int | None]:
    first = hand_starts(stream.pk).order_by("seq").values_list("seq", flat=True).first()
    return 0, first - 1 if first else None


def _hand_bounds(stream: Stream, number: int) -> tuple[int | None, int | None]:
    """Return the number of the entry before a hand's first entry, and of its last entry.

    The first is None if there is no such hand; the last is None for the latest hand. An undone start may have been
    followed by another one with the same number: the last one counts.
    """
    seqs = hand_starts(stream.pk).values_list("seq", flat=True)
    first = seqs.filter(number=number).order_by("-seq").first()
    if first is None:
        return None, None
    following = seqs.filter(seq__gt=first).order_by("seq").first()
    return first - 1, following - 1 if following else None


def all_commands(stream: Stream) -> Iterator[CommandEvents]:
    """Yield a table's log from its first entry, command by command, with little of it in memory."""
    return batches(store.entries(stream=stream, until=stream.seq))


def commands_of(positions: Collection[tuple[int, int]]) -> dict[tuple[int, int], tuple[str, int]]:
    """Return command id and primary key of entries, by table and entry number."""
    rows = Entry.objects.filter(
        stream__in={table for table, _ in positions}, seq__in={seq for _, seq in positions}
    )
    entries = rows.order_by().values_list("stream_id", "seq", "command_id", "pk")
    return {(table, seq): (command, pk) for table, seq, command, pk in entries}


def events_of_command(
    room_id: int, command_id: str, kinds: Iterable[type[Event]]
) -> list[tuple[int, int, Event]]:
    """Return table, entry and event of a command at a room's tables. kinds: the types of events to return."""
    rooms_tables = tables.Table.objects.filter(room=room_id).values("pk")
    names = [tag(kind) for kind in kinds]
    rows = Entry.objects.filter(stream__in=rooms_tables, command_id=command_id, name__in=names)
    return [
        (row.stream_id, row.seq, codec.decode_event(row.name, row.version, row.data))
        for row in rows.order_by("stream", "seq")
    ]


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """An entry in which a player sat down or left."""

    seq: int
    at: datetime
    actor: str
    command_id: str
    event: SeatTaken | SeatLeft


def seat_entries_of_actor(table_id: int, actor: str, since: datetime) -> list[SeatEntry]:
    """Return where someone recorded that players sat down or left since a time, the newest first."""
    return _seat_entries(Entry.objects.filter(stream=table_id, actor=actor, at__gte=since))


def seat_entries_of_command(table_id: int, command_id: str) -> list[SeatEntry]:
    """Return where a command recorded that players sat down or left, the newest first."""
    return _seat_entries(Entry.objects.filter(stream=table_id, command_id=command_id))


def _seat_entries(rows: "QuerySet[Entry]") -> list[SeatEntry]:
    names = [tag(SeatTaken), tag(SeatLeft)]
    entries = []
    for row in rows.filter(name__in=names).order_by("-seq")[:MAX_SEAT_ENTRIES]:
        event = codec.decode_event(row.name, row.version, row.data)
        assert isinstance(event, SeatTaken | SeatLeft)
        entries.append(SeatEntry(row.seq, row.at, row.actor, row.command_id, event))
    return entries


def was_dealt_in(table_id: int, *, after: int, seat: int) -> bool:
    """Return whether a hand was dealt to a seat after an entry."""
    rows = Entry.objects.filter(stream=table_id, seq__gt=after, name=tag(ButtonMoved))
    deals = (codec.decode_event(row.name, row.version, row.data) for row in rows)
    return any(isinstance(deal, ButtonMoved) and seat in deal.order for deal in deals)


def arrivals(stream: Stream, *, since: int, device: str) -> dict[int, int]:
    """Return the seats where someone other than this tablet seated players after an entry, with the entries'
    numbers.
    """
    names = [tag(SeatTaken), tag(SeatChanged)]
    rows = in_range(Entry.objects.filter(name__in=names), stream.pk, since, stream.seq)
    return {
        seat: row.seq
        for row in rows.exclude(device=device)
        for seat in overtaken.arrivals(codec.decode_event(row.name, row.version, row.data))
    }


def last_plaque_posted(stream: Stream, *, since: int, until: int) -> int:
    """Return the number of the last entry in a range that posted a plaque; 0 if no plaque was posted."""
    rows = in_range(_posted(POSTED), stream.pk, since, until)
    return rows.values_list("seq", flat=True).last() or 0


def posted_since(stream: Stream, seq: int) -> tuple[list[str], list[str]]:
    """Return the commands after an entry that posted a plaque, and those that changed the house rules."""
    rows = in_range(_posted((*POSTED, RulesChanged)), stream.pk, seq, stream.seq)
    commands = list(rows.values_list("command_id", "name"))
    rules = tag(RulesChanged)
    return (
        [command for command, name in commands if name != rules],
        [command for command, name in commands if name == rules],
    )


def has_announced_splash(stream: Stream, seq: int) -> bool:
    """Return whether the room announced a promotion's splash pot after an entry."""
    rows = Entry.objects.filter(name=tag(FundSplashAnnounced))
    return in_range(rows, stream.pk, seq, stream.seq).exists()


def event_shown(stream: Stream, seq: int) -> TableEvent | None:
    """Return what a table knew of its tournament at an entry, if that changed after it; None if it did not."""
    rows = Entry.objects.filter(name=tag(TableEventSet))
    if not in_range(rows, stream.pk, seq, stream.seq).exists():
        return None
    row = in_range(rows, stream.pk, 0, seq).last()
    event = codec.decode_event(row.name, row.version, row.data) if row else None
    return event.tournament if isinstance(event, TableEventSet) else None


def _posted(kinds: Iterable[type[Event]]) -> "QuerySet[Entry]":
    """Return the entries of these kinds that begin a command. Those that follow from a hand come later in a command."""
    return Entry.objects.filter(index=0, name__in=[tag(kind) for kind in kinds])


def finished_since(stream: Stream, seq: int) -> HandFinished | None:
    """Return the last hand after an entry that the floor ended without the tablet; None if there is none."""
    rows = in_range(Entry.objects.filter(name=tag(HandFinished)), stream.pk, seq, stream.seq)
    row = rows.last()
    event = codec.decode_event(row.name, row.version, row.data) if row else None
    return event if isinstance(event, HandFinished) else None


def spans_two_tables(stream: Stream, command_id: str) -> bool:
    """Return whether a command also stored an event at another table of the room, as a move does."""
    room = tables.Table.objects.filter(pk=stream.pk).values("room")
    others = tables.Table.objects.filter(room__in=room).exclude(pk=stream.pk).values("pk")
    return Entry.objects.filter(stream__in=others, command_id=command_id).exists()
