"""Check a stream: its chain entry by entry, and its picture against a rebuild from the log."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from django.db.models import Count

from journal.chain import GENESIS
from journal.models import Entry, Stream
from journal.names import fresh, lost
from journal.pictures import Kind, kind_of
from journal.store import entries, entry_hash

BASES = frozenset({"table.created", "hand.started"})  # the names of what `timeline.is_base` knows


class Difference(Exception):
    """The stream is not what was once stored; the message says where."""


def verify(*, stream: Stream) -> Stream:
    """Check a stream as it is now and give it back, or raise `Difference`.

    The room may be at work: what is appended meanwhile is left for the next time.
    """
    tail = Entry.objects.filter(stream=stream).order_by("-seq").values_list("seq", flat=True)
    last_stored = tail.first() or 0
    stream = Stream.objects.get(pk=stream.pk)  # after the tail, so that it can only be ahead of it
    if last_stored > stream.seq:
        raise Difference(f"entry {stream.seq + 1}: comes after the end of the stream")
    walk, kind = _Walk(stream), kind_of(stream.key)
    rebuilt = _rebuilt(walk, kind)
    if stream.seq:
        _check_state(stream, kind, rebuilt)
        _compare("view", stream.view, json.loads(json.dumps(kind.view(rebuilt))))
        _check_base(stream, walk)
    return stream


def rebuilt(stream: Stream) -> tuple[bytes, dict[str, Any], int]:
    """State, view and base of a stream as its log has them. Raises `Difference` where the log is broken."""
    walk, kind = _Walk(stream), kind_of(stream.key)
    state = _rebuilt(walk, kind)
    return kind.encode(state), kind.view(state), walk.base


def orphans() -> Iterator[str]:
    """What is left of streams whose own row is gone: a line for each of them and each kind of row."""
    there = Stream.objects.values("pk")
    for relation in Stream._meta.related_objects:
        rows = relation.related_model._base_manager.all()
        column = relation.field.attname
        counts = rows.exclude(**{f"{column}__in": there}).values_list(column)
        for gone, count in counts.annotate(count=Count("*")).order_by(column):
            name = relation.related_model._meta.label
            yield f"stream {gone}: its row is gone, {count} of {name} belong to it"


def _rebuilt(walk: "_Walk", kind: Kind) -> Any:
    try:
        return kind.rebuild(walk)
    except Difference:
        raise
    except Exception as error:  # whatever a tampered log makes of the engine, it is told where
        raise Difference(f"entry {walk.seq}: cannot be replayed: {error}") from error


def _check_state(stream: Stream, kind: Kind, rebuilt: Any) -> None:
    # As values: bytes may differ in what they leave out as a default.
    try:
        stored = kind.decode(bytes(stream.state))
    except msgspec.MsgspecError as error:
        raise Difference(f"the picture: state cannot be read: {error}") from error
    if stored != rebuilt:
        _compare("state", json.loads(kind.encode(stored)), json.loads(kind.encode(rebuilt)))
        raise Difference("the picture: state is not what the log says")


def _check_base(stream: Stream, walk: "_Walk") -> None:
    """An undo folds from here: it must be where the last hand, or the table itself, began."""
    if stream.base_seq != walk.base:
        raise Difference(f"the picture: base_seq is {stream.base_seq}, the log says {walk.base}")


class _Walk:
    """The entries of a stream, each checked as it passes; `seq` is the last that came.

    base: the entry before the last one that a fold may start with.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.seq = self.base = 0
        self.names: set[str] = set()

    def __iter__(self) -> Iterator[Entry]:
        last = GENESIS
        fresh()
        for entry in entries(stream=self.stream, until=self.stream.seq, stored=True):
            if entry.seq != self.seq + 1:
                break
            self.seq = entry.seq
            last = self._linked(entry, last)
            if entry.index == 0 and entry.name in BASES:
                self.base = entry.seq - 1
            yield entry
        if self.seq != self.stream.seq:
            raise Difference(f"entry {self.seq + 1}: is missing")
        if last != self.stream.hash:
            raise Difference(f"entry {self.seq}: is not the one that the stream says it ends in")

    def _linked(self, entry: Entry, last: str) -> str:
        """The hash of an entry that follows the one with the hash `last`."""
        if entry.prev_hash != last:
            raise Difference(f"entry {entry.seq}: does not follow the entry before it")
        if entry.hash != entry_hash(entry, stream_key=self.stream.key):
            raise Difference(f"entry {entry.seq}: its content is not what was hashed")
        stored: str = entry.stored  # type: ignore[attr-defined]  # the walk asks for it
        if told := lost(stored, self.names):
            raise Difference(f"entry {entry.seq}: {told}")
        return entry.hash


def _compare(path: str, stored: Any, rebuilt: Any) -> None:
    """Find the first value of two JSON documents that differs."""
    if isinstance(stored, dict) and isinstance(rebuilt, dict):
        for key in sorted({*stored, *rebuilt}):
            _compare(f"{path}.{key}", stored.get(key), rebuilt.get(key))
    elif isinstance(stored, list) and isinstance(rebuilt, list) and len(stored) == len(rebuilt):
        for index, (one, other) in enumerate(zip(stored, rebuilt, strict=True)):
            _compare(f"{path}.{index}", one, other)
    elif stored != rebuilt:
        raise Difference(f"the picture: {path} is {stored!r}, the log says {rebuilt!r}")
