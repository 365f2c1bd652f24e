"""Creates streams, appends to them and reads them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import connection
from django.db.models import ExpressionWrapper, F, TextField

from journal.append_statements import Condition, Row, append_rows
from journal.archives import archived_entries
from journal.chain import link
from journal.device_context import device
from journal.models import Entry, Stream
from journal.partitions import command_keys, in_range
from journal.personal_text import extract_personal_text
from journal.prepared import prepared_cursor, sent_together
from journal.request_digest import request_digest
from journal.tap_time import SERVER_CLOCK, stored_later, storing
from journal.unix_time import as_utc
from poker.refusal import Refusal

PAGE_SIZE = 5_000  # entries read at a time, so that a stream of any length needs little memory

# Name, version and canonical JSON: the result of poker.codec.encode_event.
Event = tuple[str, int, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A stream's state, listed view and checkpoint, stored on its row."""

    state: bytes
    listed: object | None  # must encode to JSON; None leaves the stored one
    base_seq: int  # number of the checkpoint: a rebuild may start with the next entry


class StaleStream(Exception):
    """The stream in memory differs from the stored one, because it was read without its lock."""


def create_stream(*, key: str) -> Stream:
    return Stream.objects.create(key=key)


_STREAM_COLUMNS = ("id", "key", "seq", "hash", "base_seq", "state", "updated_at")
_SELECT_STREAM = f"SELECT {', '.join(_STREAM_COLUMNS)} FROM journal_stream WHERE id = %s"


def stream_locked(pk: int) -> Stream | None:
    """Return a stream without its view; None if it does not exist. In a transaction, its row is locked.

    Every table command starts with this query, so it is raw SQL, as in `append_statements`. The view is loaded on
    first access.
    """
    locks = connection.in_atomic_block and connection.features.has_select_for_update
    with prepared_cursor() as cursor:
        if locks:
            with sent_together():
                cursor.execute(_SELECT_STREAM + " FOR UPDATE", [pk])
        else:
            cursor.execute(_SELECT_STREAM, [pk])
        row = cursor.fetchone()
    return None if row is None else Stream.from_db(connection.alias, _STREAM_COLUMNS, row)


def append(
    *,
    stream: Stream,
    command_id: str,
    events: Sequence[Event],
    actor: str,
    at: datetime,
    snapshot: Snapshot,
    condition: Condition | None = None,
) -> str:
    """Store a command's events and the snapshot after them; return the version of the stream's row, "" on SQLite.

    This takes one statement on PostgreSQL and two on SQLite, and a few more for personal text. The caller holds the
    stream's lock, and its transaction commits or rolls back both. Without the lock, the caller passes a `condition`
    under which the statement stores anything, only on PostgreSQL. `stream` is updated in place: its `seq` is the
    number of the last new entry. Raises `StaleStream`.
    """
    if not events:
        raise ValueError("A command without events leaves nothing to append.")
    rows, last_hash = _chain(
        stream=stream, command_id=command_id, events=events, actor=actor, at=at
    )
    head = stream.seq + len(rows)
    stream_values = _updated_values(stream, head, last_hash, at, snapshot)
    version = append_rows(rows, stream_values, condition)
    if version is None:
        raise StaleStream(f"Stream {stream.key} has moved on from {stream.seq}.")
    stream.seq = head
    stream.hash = last_hash
    stream.updated_at = at
    stream.base_seq = snapshot.base_seq
    stream.state = snapshot.state
    if snapshot.listed is not None:
        stream.view = msgspec.to_builtins(snapshot.listed)
    return version


@contextmanager
def in_order(stream: Stream, now: datetime) -> Iterator[datetime]:
    """Yield the time of a command, which is never earlier than the last entry.

    If the server's clock was set back, the entries of the block store the clock's own time as the time of storing,
    with a caveat.
    """
    last = as_utc(stream.updated_at) if stream.seq and stream.updated_at else now
    outer = storing()  # set for a delayed tap, or by the log whose command this one follows
    is_corrected = outer is not None and SERVER_CLOCK not in outer.caveats
    if now >= last or is_corrected:  # the entry point corrects the time of a delayed tap
        yield now
        return
    with stored_later(outer.at if outer else now, SERVER_CLOCK):
        yield last


# The stored text, with its references.
STORED = ExpressionWrapper(F("data"), output_field=TextField())


def entries(
    *, stream: Stream, since: int = 0, until: int | None = None, stored: bool = False
) -> Iterator[Entry]:
    """Yield the entries after `since`, up to and including `until`, page by page.

    With `stored`, each entry has its hashed JSON in the attribute `stored`. Archived entries come from their file.
    Raises `ArchiveError` if that file is missing or damaged.
    """
    entries = Entry.objects.annotate(stored=STORED) if stored else Entry.objects.all()

    def page_after(seq: int) -> list[Entry]:
        # Entries are numbered without gaps, so this range holds at most one page.
        end = seq + PAGE_SIZE if until is None else min(until, seq + PAGE_SIZE)
        return list(in_range(entries, stream.pk, seq, end))

    page = page_after(since)
    if page[0].seq > since + 1 if page else since < stream.seq:
        # For the same reason, entries missing at the start are in an archive.
        missing = page[0].seq - 1 if page else until
        last = since
        for entry in archived_entries(stream.pk, since=since, until=missing):
            yield entry
            last = entry.seq
        if not page:
            since = last
            page = page_after(last)
    while page:
        yield from page
        if page[-1].seq < since + PAGE_SIZE:  # the log ends within the range
            return
        since = page[-1].seq
        page = page_after(since)


def command_entries(*, stream: Stream, command_id: str) -> list[Entry]:
    """Return the entries of a command in order; empty if the command was never stored.

    Raises `Refusal`: `id_reused` if the current request has other content under the same id.
    """
    keys = command_keys(stream.pk, command_id)
    if not keys:
        return []
    rows = Entry.objects.filter(pk__in=keys, stream=stream, command_id=command_id)
    entries = list(rows.order_by("index"))
    digest = request_digest()
    if digest and any(entry.request not in (None, "", digest) for entry in entries):
        raise Refusal("id_reused", "", command=command_id)
    return entries


def _chain(
    *, stream: Stream, command_id: str, events: Sequence[Event], actor: str, at: datetime
) -> tuple[list[Row], str]:
    rows: list[Row] = []
    prev_hash = stream.hash
    stored_at = connection.ops.adapt_datetimefield_value(at)
    texts = extract_personal_text(events)
    device_name = device()
    digest = request_digest()
    later = storing()
    written_at = connection.ops.adapt_datetimefield_value(later.at) if later else None
    caveat = later.caveat if later else None
    for index, ((name, version, _), text) in enumerate(zip(events, texts, strict=True)):
        seq = stream.seq + 1 + index
        new_hash = link(
            prev_hash=prev_hash,
            stream=stream.key,
            seq=seq,
            command_id=command_id,
            index=index,
            name=name,
            version=version,
            data=text,
            at=at,
            actor=actor,
            stored_at=later.at if later else None,
            caveat=caveat or "",
        )
        row = (
            stream.pk,
            seq,
            command_id,
            index,
            name,
            version,
            text,
            stored_at,
            actor,
            prev_hash,
            new_hash,
            device_name,
            digest,
            written_at,
            caveat,
        )
        rows.append(row)
        prev_hash = new_hash
    return rows, prev_hash


def _updated_values(
    stream: Stream, head: int, last_hash: str, at: datetime, snapshot: Snapshot
) -> Row:
    """Return the values of `append_statements.UPDATE_STREAM`: the new columns, and the position that was read."""
    return (
        head,
        last_hash,
        snapshot.base_seq,
        connection.Database.Binary(snapshot.state),  # type: ignore[attr-defined]  # an attribute of the driver
        None if snapshot.listed is None else msgspec.json.encode(snapshot.listed).decode(),
        connection.ops.adapt_datetimefield_value(at),
        stream.pk,
        stream.seq,
    )


def entry_hash(entry: Entry, *, stream_key: str) -> str:
    """Return an entry's hash computed from its fields. An entry with references must be read with `stored`."""
    return link(
        prev_hash=entry.prev_hash,
        stream=stream_key,
        seq=entry.seq,
        command_id=entry.command_id,
        index=entry.index,
        name=entry.name,
        version=entry.version,
        data=getattr(entry, "stored", entry.data),
        at=entry.at,
        actor=entry.actor,
        stored_at=entry.stored_at,
        caveat=entry.caveat or "",
    )
