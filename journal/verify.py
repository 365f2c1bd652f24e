"""Verifies a stream: its chain entry by entry, and its snapshot against a rebuild from the log."""

import json
from collections.abc import Iterator

import msgspec
from django.db.models import Count

from journal.archive_file import ArchiveError
from journal.chain import GENESIS
from journal.log import AnyLog, listed_json, log_of
from journal.models import Entry, Stream
from journal.personal_text import find_bad_reference, refresh_cache
from journal.store import entries, entry_hash


class Mismatch(Exception):
    """The stream does not match its log. The message gives the location."""


def verify(*, stream: Stream) -> Stream:
    """Verify a stream up to its current end; return the stream as it was read. Raises `Mismatch`.

    The log may grow concurrently. The next verification covers entries appended during this one.
    """
    tail = Entry.objects.filter(stream=stream).order_by("-seq").values_list("seq", flat=True)
    last_stored = tail.first() or 0
    # Read the stream after the tail, so that only the stream can be ahead.
    stream = Stream.objects.get(pk=stream.pk)
    if last_stored > stream.seq:
        raise Mismatch(f"entry {stream.seq + 1}: comes after the end of the stream")
    log = log_of(stream.key)
    walk = _Walk(stream, log)
    rebuilt = _rebuild_state(walk, log)
    if stream.seq:
        _check_state(stream, log, rebuilt)
        _check_listed(stream, log.listed(rebuilt))
        _check_checkpoint(stream, walk)
    return stream


def rebuilt(stream: Stream) -> tuple[bytes, object, int]:
    """Return a stream's state, listed view and checkpoint, rebuilt from its log.

    Raises `Mismatch` if the log is broken.
    """
    log = log_of(stream.key)
    walk = _Walk(stream, log)
    state = _rebuild_state(walk, log)
    return log.codec.encode_state(state), listed_json(log, state), walk.checkpoint


def orphans() -> Iterator[str]:
    """Yield a line for each kind of row that belongs to a missing stream."""
    streams = Stream.objects.values("pk")
    for relation in Stream._meta.related_objects:
        rows = relation.related_model._base_manager.all()
        column = relation.field.attname
        counts = rows.exclude(**{f"{column}__in": streams}).values_list(column)
        for stream_id, count in counts.annotate(count=Count("*")).order_by(column):
            name = relation.related_model._meta.label
            yield f"stream {stream_id}: its row is missing; {count} of {name} belong to it"


def _rebuild_state(walk: "_Walk", log: AnyLog) -> object:
    try:
        return log.rebuild(walk)
    except Mismatch:
        raise
    except ArchiveError as error:
        raise Mismatch(f"entry {walk.seq + 1}: {error}") from error
    except Exception as error:  # a tampered log can raise any error in the engine
        raise Mismatch(f"entry {walk.seq}: can't be replayed: {error}") from error


def _check_state(stream: Stream, log: AnyLog, rebuilt: object) -> None:
    # Compare values: bytes may differ in omitted defaults.
    try:
        stored = log.state_of(stream)
    except msgspec.MsgspecError as error:
        raise Mismatch(f"view: state can't be read: {error}") from error
    if stored != rebuilt:
        _compare(
            "state",
            json.loads(log.codec.encode_state(stored)),
            json.loads(log.codec.encode_state(rebuilt)),
        )
        raise Mismatch("view: state doesn't match the log")


def _check_listed(stream: Stream, listed: msgspec.Struct | None) -> None:
    """Check the listed view. Fields that it no longer has are ignored."""
    if listed is None:
        return
    try:
        stored = msgspec.convert(stream.view, type(listed))
    except msgspec.ValidationError as error:
        raise Mismatch(f"view: can't be read: {error}") from error
    _compare("view", _as_json(stored), _as_json(listed))


def _as_json(value: msgspec.Struct) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


def _check_checkpoint(stream: Stream, walk: "_Walk") -> None:
    """Check the checkpoint, from which an undo rebuilds: the start of the last hand or of the table."""
    if stream.base_seq != walk.checkpoint:
        raise Mismatch(f"view: base_seq is {stream.base_seq}, the log says {walk.checkpoint}")


class _Walk:
    """Iterates over the entries of a stream and verifies each."""

    def __init__(self, stream: Stream, log: AnyLog) -> None:
        self.stream = stream
        self.log = log
        self.seq = self.checkpoint = 0
        self.names: set[str] = set()

    def __iter__(self) -> Iterator[Entry]:
        last = GENESIS
        refresh_cache()
        for entry in entries(stream=self.stream, until=self.stream.seq, stored=True):
            if entry.seq != self.seq + 1:
                break
            self.seq = entry.seq
            last = self._verify_entry(entry, last)
            if entry.index == 0 and self.log.is_checkpoint(entry.name):
                self.checkpoint = entry.seq - 1
            yield entry
        if self.seq != self.stream.seq:
            raise Mismatch(f"entry {self.seq + 1}: is missing")
        if last != self.stream.hash:
            raise Mismatch(f"entry {self.seq}: isn't the stream's last entry")

    def _verify_entry(self, entry: Entry, last: str) -> str:
        """Return the hash of an entry after checking that it follows the entry with the hash `last`."""
        if entry.prev_hash != last:
            raise Mismatch(f"entry {entry.seq}: doesn't follow the entry before it")
        if entry.hash != entry_hash(entry, stream_key=self.stream.key):
            raise Mismatch(f"entry {entry.seq}: its content doesn't match its hash")
        stored: str = entry.stored  # type: ignore[attr-defined]  # the walk reads the entries with `stored`
        if message := find_bad_reference(stored, self.names):
            raise Mismatch(f"entry {entry.seq}: {message}")
        return entry.hash


def _compare(path: str, stored: object, rebuilt: object) -> None:
    """Raise `Mismatch` for the first value that differs between two JSON documents."""
    if isinstance(stored, dict) and isinstance(rebuilt, dict):
        for key in sorted({*stored, *rebuilt}):
            _compare(f"{path}.{key}", stored.get(key), rebuilt.get(key))
    elif isinstance(stored, list) and isinstance(rebuilt, list) and len(stored) == len(rebuilt):
        for index, (stored_item, rebuilt_item) in enumerate(zip(stored, rebuilt, strict=True)):
            _compare(f"{path}.{index}", stored_item, rebuilt_item)
    elif stored != rebuilt:
        raise Mismatch(f"view: {path} is {stored!r}, the log says {rebuilt!r}")
