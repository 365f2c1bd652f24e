"""Incremental chain verification: new entries as they arrive, older entries again in rotation."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, Sum

from journal.archives import archived_end, archived_ends, hash_at
from journal.chain import GENESIS, link
from journal.models import ChainVerification, Entry, Stream
from journal.partitions import in_ranges
from journal.personal_text import find_bad_reference, valid_references
from journal.store import PAGE_SIZE, STORED

# Older entries verified again in one pass, which takes about a quarter of a second.
RECHECK_ENTRIES = 5_000
MAX_NEW_ENTRIES = 50_000  # new entries of one log in one pass, for a log that was never verified
# The new entries of this many logs are read together, of each log at most this many.
LOGS = 100
FEW_ENTRIES = 200
_CONTENT = (
    "command_id",
    "index",
    "name",
    "version",
    "stored",
    "at",
    "actor",
    "stored_at",
    "caveat",
)
_COLUMNS = ("seq", *_CONTENT, "prev_hash", "hash")
_STORED = _COLUMNS.index("stored")
_STATUS_FIELDS = (
    "seq",
    "hash",
    "at",
    "broken",
    "broken_at",
    "again_seq",
    "again_hash",
    "again_from",
    "whole_at",
)
_STREAM_FIELDS = ("key", "seq", "hash")
EntryRow = tuple[Any, ...]  # the columns of an entry
Position = tuple[int, str]  # sequence number and hash of an entry


@dataclass(frozen=True, slots=True)
class ChainTotals:
    """The chain status of all logs together."""

    logs: int
    entries: int  # how many were verified
    at: datetime | None  # the last verification of any log; None if there was none
    broken: tuple[str, ...]  # one sentence for each broken log, with the location


class BrokenChain(Exception):
    """The hash chain is broken. The message names the first wrong entry."""


def verify_streams(now: datetime, *, recheck: int = RECHECK_ENTRIES) -> tuple[str, ...]:
    """Verify the new entries of every log; return the keys of the logs that this pass found broken.

    Also verifies `recheck` older entries again, starting with the log that has waited longest for a full
    verification. `verify_journal` verifies archived entries.
    """
    rows = []
    newly_broken = []
    ends = archived_ends()
    oldest = F("proven__whole_at").asc(nulls_first=True)
    # Read the chain status before the streams, so that only a stream can be ahead.
    known = {row.stream_id: row for row in ChainVerification.objects.all()}
    streams = list(Stream.objects.order_by(oldest, "pk").only(*_STREAM_FIELDS))
    for begin in range(0, len(streams), LOGS):
        batch = streams[begin : begin + LOGS]
        new = _few_new_entries(batch, known)
        trusted_refs = valid_references(
            entry[_STORED] for entries in new.values() for entry in entries
        )
        for stream in batch:
            row = known.get(stream.pk) or ChainVerification(stream_id=stream.pk)
            archived = ends.get(stream.pk, (0, GENESIS))
            recheck -= _verify(
                stream,
                row,
                now=now,
                recheck=recheck,
                archived=archived,
                trusted_refs=trusted_refs,
                new=new.get(stream.pk),
            )
            rows.append(row)
            if row.broken and row.broken_at == now:
                newly_broken.append(stream.key)
    _store(rows)
    return tuple(newly_broken)


def verify_stream(pk: int, *, now: datetime) -> ChainVerification:
    """Verify all entries of a log, regardless of earlier verifications; store and return the chain status."""
    # Read the chain status before the stream, so that only the stream can be ahead.
    row = ChainVerification.objects.filter(stream=pk).first() or ChainVerification(stream_id=pk)
    stream = Stream.objects.only(*_STREAM_FIELDS).get(pk=pk)
    archived = archived_end(pk)
    row.again_seq = 0
    row.again_hash = GENESIS
    row.again_from = None
    _verify(stream, row, now=now, recheck=stream.seq, archived=archived, trusted_refs=set())
    _store([row])
    return row


def record_full_verification(stream: Stream, *, now: datetime) -> str:
    """Record a full verification; return "", or which verified entry is now missing or different.

    A log that was rewritten as a whole has a valid chain. Only a comparison with the entry verified earlier shows
    that it is a different log.
    """
    row = ChainVerification.objects.filter(stream=stream.pk).first() or ChainVerification(
        stream_id=stream.pk
    )
    if row.seq and hash_at(stream.pk, row.seq) != row.hash:
        row.broken = _changed_entry_message(row)
        row.broken_at = row.broken_at or now
    else:
        if stream.seq >= row.seq:  # otherwise a later entry was verified concurrently
            row.seq = stream.seq
            row.hash = stream.hash
            row.at = now
        row.broken = ""
        row.broken_at = None
        row.whole_at = now
    row.again_seq = 0
    row.again_hash = GENESIS
    row.again_from = None
    _store([row])
    return row.broken


def verifications(pks: Iterable[int]) -> list[ChainVerification]:
    """Return the chain status of these logs by primary key. Logs that were never verified are omitted."""
    return list(ChainVerification.objects.filter(stream__in=list(pks)).select_related("stream"))


def chain_totals() -> ChainTotals:
    """Return the results of the latest passes over all logs."""
    rows = ChainVerification.objects.all()
    sums = rows.aggregate(logs=Count("pk"), entries=Sum("seq"), at=Max("at"))
    broken = rows.exclude(broken="").order_by("stream__key").values_list("stream__key", "broken")
    return ChainTotals(
        logs=sums["logs"],
        entries=sums["entries"] or 0,
        at=sums["at"],
        broken=tuple(f"{key}, {where}" for key, where in broken),
    )


def _few_new_entries(
    streams: Iterable[Stream], known: Mapping[int, ChainVerification]
) -> dict[int, list[EntryRow]]:
    """Return the entries after the last verified one by log, for logs with a few of them."""
    ranges = [
        (stream.pk, known[stream.pk].seq, stream.seq)
        for stream in streams
        if stream.pk in known and 0 < stream.seq - known[stream.pk].seq <= FEW_ENTRIES
    ]
    entries: dict[int, list[EntryRow]] = {stream_id: [] for stream_id, _, _ in ranges}
    rows = in_ranges(Entry.objects.annotate(stored=STORED), ranges)
    for stream_id, *row in rows.values_list("stream_id", *_COLUMNS):
        entries[stream_id].append(tuple(row))
    return entries


def _verify(
    stream: Stream,
    row: ChainVerification,
    *,
    now: datetime,
    recheck: int,
    archived: Position,
    trusted_refs: set[str],
    new: Sequence[EntryRow] | None = None,
) -> int:
    """Bring the chain status of a log up to date; return how many older entries were verified again.

    `archived` is the last archived entry, which the table's first entry follows; `trusted_refs`: references to names
    that were checked already; `new`: all entries after the last verified one if they were read already.
    """
    recheck_count = 0
    if row.seq < archived[0]:
        row.seq, row.hash = archived
        new = None
    if row.again_seq < archived[0]:
        row.again_seq, row.again_hash = archived
    try:
        row.seq, row.hash = _verify_new(stream, row, trusted_refs, new)
        if recheck > 0:
            recheck_count = _recheck(row, stream, recheck, trusted_refs, now)
        if row.broken and row.whole_at and row.broken_at and row.whole_at >= row.broken_at:
            row.broken = ""
            row.broken_at = None  # repaired: all entries have been verified since
        if not row.broken:
            row.at = now
    except BrokenChain as error:
        row.broken = str(error)[:200]
        row.broken_at = row.broken_at or now
        row.again_seq = 0
        row.again_hash = GENESIS
        row.again_from = None
    return recheck_count


def _verify_new(
    stream: Stream, row: ChainVerification, trusted_refs: set[str], new: Sequence[EntryRow] | None
) -> Position:
    """Verify the entries after the last verified one; return the last entry verified. Raises `BrokenChain`."""
    if row.seq > stream.seq:
        raise BrokenChain(_changed_entry_message(row))
    until = min(stream.seq, row.seq + MAX_NEW_ENTRIES)
    last = _verify_range(stream, (row.seq, row.hash), until, trusted_refs, new)
    if until == stream.seq and last != stream.hash:
        if row.seq == stream.seq:
            raise BrokenChain(_changed_entry_message(row))
        raise BrokenChain(f"entry {until}: isn't the log's last entry")
    return until, last


def _recheck(
    row: ChainVerification, stream: Stream, limit: int, trusted_refs: set[str], now: datetime
) -> int:
    """Verify up to `limit` older entries again, starting where the last pass stopped; return how many.

    Updates `row`, which the caller stores. Raises `BrokenChain`.
    """
    row.again_from = row.again_from or now
    until = min(row.seq, row.again_seq + limit)
    count = until - row.again_seq
    row.again_hash = _verify_range(stream, (row.again_seq, row.again_hash), until, trusted_refs)
    row.again_seq = until
    if until == row.seq:
        if row.again_hash != row.hash:
            raise BrokenChain(_changed_entry_message(row))
        row.whole_at = row.again_from
        row.again_from = None
        row.again_seq = 0
        row.again_hash = GENESIS
    return count


def _changed_entry_message(row: ChainVerification) -> str:
    return f"entry {row.seq}: was verified, and is now missing or different"


def _verify_range(
    stream: Stream,
    after: Position,
    until: int,
    trusted_refs: set[str],
    new: Sequence[EntryRow] | None = None,
) -> str:
    """Verify the entries after `after` up to `until`; return the hash of the last. Raises `BrokenChain`.

    new: these entries, if they were read already.
    """
    seq, last = after
    while seq < until:
        rows = _page(stream, seq, until) if new is None else new
        before = seq
        seq, last = _verify_rows(stream, (seq, last), rows, trusted_refs)
        if seq == before or (seq < until and seq - before < PAGE_SIZE):
            raise BrokenChain(f"entry {seq + 1}: is missing")
    return last


def _page(stream: Stream, since: int, until: int) -> list[EntryRow]:
    entries = Entry.objects.filter(stream=stream, seq__gt=since, seq__lte=until)
    rows = entries.annotate(stored=STORED).order_by("seq")
    return list(rows.values_list(*_COLUMNS)[:PAGE_SIZE])


def _verify_rows(
    stream: Stream, after: Position, rows: Iterable[EntryRow], trusted_refs: set[str]
) -> Position:
    """Verify entries up to the first gap; return the last. Raises `BrokenChain`."""
    seq, last = after
    for entry_seq, *content, prev_hash, stored_hash in rows:
        if entry_seq != seq + 1:
            break
        seq = entry_seq
        if prev_hash != last:
            raise BrokenChain(f"entry {seq}: doesn't follow the entry before it")
        last = _hash_of(stream.key, seq, content, prev_hash)
        if last != stored_hash:
            raise BrokenChain(f"entry {seq}: its content doesn't match its hash")
        if message := find_bad_reference(content[4], trusted_refs):
            raise BrokenChain(f"entry {seq}: {message}")
    return seq, last


def _hash_of(key: str, seq: int, content: list[object], prev_hash: str) -> str:
    names = ("command_id", "index", "name", "version", "data", "at", "actor", "stored_at", "caveat")
    fields = dict(zip(names, content, strict=True))
    fields["caveat"] = fields["caveat"] or ""
    return link(prev_hash=prev_hash, stream=key, seq=seq, **fields)  # type: ignore[arg-type]  # the columns of an entry


def _store(rows: list[ChainVerification]) -> None:
    """Store the results in one short transaction after all reading, so that table commands do not wait."""
    with transaction.atomic():
        # Concurrent passes lock the rows in the same order.
        ChainVerification.objects.bulk_create(
            sorted(rows, key=lambda row: row.pk),
            update_conflicts=True,
            unique_fields=["stream"],
            update_fields=_STATUS_FIELDS,
        )
