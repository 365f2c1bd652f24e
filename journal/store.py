"""The log's functions: start a stream, append to it, read it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from django.db.models import ExpressionWrapper, F, TextField

from journal.chain import link
from journal.models import Entry, Stream
from journal.names import kept_outside
from journal.origin import device

PAGE = 5_000  # entries read at a time: a stream of any length is walked in little memory

Event = tuple[str, int, bytes]  # name, version, canonical JSON: what poker.codec.encode_event gives


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What a stream's entries add up to, kept on its row."""

    state: bytes
    view: dict[str, Any]
    base_seq: int  # a rebuild may start with the entry after this one


class OutOfDate(Exception):
    """The stream was not the one that is stored: it was read without its lock."""


def create_stream(*, key: str) -> Stream:
    """Start an empty stream."""
    return Stream.objects.create(key=key)


_LOOK = "SELECT id, key, seq, hash, base_seq, state FROM journal_stream WHERE id = %s"
_LOOKED = ("id", "key", "seq", "hash", "base_seq", "state")


def stream_locked(pk: int) -> Stream | None:
    """A stream without its view, held until the transaction ends, outside of one as it is; None where there is none.

    Every tap begins with it, so it is written out as `_insert` is. The view is read when somebody asks for it.
    """
    held = connection.in_atomic_block and connection.features.has_select_for_update
    with connection.cursor() as cursor:
        cursor.execute(_LOOK + " FOR UPDATE" if held else _LOOK, [pk])
        row = cursor.fetchone()
    return None if row is None else Stream.from_db(connection.alias, _LOOKED, row)


def append(
    *,
    stream: Stream,
    command_id: str,
    events: Sequence[Event],
    actor: str,
    at: datetime,
    picture: Picture,
) -> None:
    """Store one command's events and the picture after them, in two statements; names take a few more.

    The caller holds the stream's lock, and its transaction makes both durable or neither. The
    stream moves on in place, so that its `seq` is the new head.
    """
    if not events:
        raise ValueError("A command without events leaves nothing to append.")
    rows, last_hash = _chained(
        stream=stream, command_id=command_id, events=events, actor=actor, at=at
    )
    _insert(rows)
    head = stream.seq + len(rows)
    moved = _move(stream, head, last_hash, at, picture)
    if not moved:
        raise OutOfDate(f"Stream {stream.key} has moved on from {stream.seq}.")
    stream.seq, stream.hash, stream.updated_at = head, last_hash, at
    stream.base_seq, stream.state, stream.view = picture.base_seq, picture.state, picture.view


# The column as it is, references and all.
STORED = ExpressionWrapper(F("data"), output_field=TextField())


def entries(
    *, stream: Stream, since: int = 0, until: int | None = None, stored: bool = False
) -> Iterator[Entry]:
    """Walk the entries after `since`, up to and with `until`, page by page. stored: each with its JSON as hashed."""
    found = Entry.objects.annotate(stored=STORED) if stored else Entry.objects.all()
    while True:
        rows = found.filter(stream=stream, seq__gt=since).order_by("seq")
        if until is not None:
            rows = rows.filter(seq__lte=until)
        page = list(rows[:PAGE])
        yield from page
        if len(page) < PAGE:
            return
        since = page[-1].seq


def command_entries(*, stream: Stream, command_id: str) -> list[Entry]:
    """What a command stored, in order; empty when it never came."""
    return list(Entry.objects.filter(stream=stream, command_id=command_id).order_by("index"))


_COLUMNS = (
    "stream_id",
    "seq",
    "command_id",
    "index",
    "name",
    "version",
    "data",
    "at",
    "actor",
    "prev_hash",
    "hash",
    "device",
)
_QUOTED = ", ".join(f'"{name}"' for name in _COLUMNS)
_INSERT = f"INSERT INTO journal_entry ({_QUOTED}) VALUES "
_PLACES = f"({', '.join(['%s'] * len(_COLUMNS))})"
_Row = tuple[Any, ...]  # values in the order of the columns


def _chained(
    *, stream: Stream, command_id: str, events: Sequence[Event], actor: str, at: datetime
) -> tuple[list[_Row], str]:
    """The rows, and the hash of the last."""
    rows: list[_Row] = []
    prev_hash = stream.hash
    stored_at = connection.ops.adapt_datetimefield_value(at)
    texts = kept_outside(events)
    asked_from = device()
    for index, ((name, version, _), text) in enumerate(zip(events, texts, strict=True)):
        seq = stream.seq + 1 + index
        this = link(
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
            this,
            asked_from,
        )
        rows.append(row)
        prev_hash = this
    return rows, prev_hash


def _insert(rows: Sequence[_Row]) -> None:
    """One INSERT, written out: every tap waits for it, and the ORM takes longer over it than the database."""
    places = ", ".join([_PLACES] * len(rows))
    values = [value for row in rows for value in row]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT + places, values)


_MOVE = (
    "UPDATE journal_stream SET seq = %s, hash = %s, base_seq = %s, state = %s, view = %s, updated_at = %s"
    " WHERE id = %s AND seq = %s"
)


def _move(stream: Stream, head: int, last_hash: str, at: datetime, picture: Picture) -> bool:
    """Move a stream on, in one UPDATE that is written out for the same reason; whether it was where it was read."""
    values = (
        head,
        last_hash,
        picture.base_seq,
        connection.Database.Binary(picture.state),  # type: ignore[attr-defined]  # of the driver
        msgspec.json.encode(picture.view).decode(),
        connection.ops.adapt_datetimefield_value(at),
        stream.pk,
        stream.seq,
    )
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, values)
        return bool(cursor.rowcount)


def entry_hash(entry: Entry, *, stream_key: str) -> str:
    """Hash an entry from its own fields; one that refers to names was read with `stored`."""
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
    )
