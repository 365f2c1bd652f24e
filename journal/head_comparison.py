"""Compares an evidence bundle or a printed chain head with the log in this database."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.db import DatabaseError, connection

from journal.archive_file import ArchiveError
from journal.archives import hash_at
from journal.evidence import Bundle, BundleCheck
from journal.evidence_files import file_kind
from journal.models import Entry, Stream


def has_local_log() -> bool:
    """Return whether there is a database with a log to compare with. Never creates a database."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        if "mode=memory" not in name and not Path(name).exists():
            return False
    try:
        return Stream.objects.exists()
    except DatabaseError:  # the database is unreachable or has no log
        return False


def bundle_mismatch(bundle: Bundle) -> str:
    """Return the first mismatch between a bundle and the local log, or "" if they agree."""
    stream = Stream.objects.filter(key=bundle.stream).first()
    if stream is None:
        return f"stream {bundle.stream} isn't in the log here"
    seqs = [entry.seq for entry in bundle.entries]
    rows = Entry.objects.filter(stream=stream, seq__range=(min(seqs), max(seqs)))
    local_hashes = dict(rows.values_list("seq", "hash"))
    for entry in bundle.entries:
        local_hash = local_hashes.get(entry.seq) or hash_at(stream.pk, entry.seq)
        if local_hash is None:
            return f"entry {entry.seq}: not in the log here"
        if local_hash != entry.hash:
            return f"entry {entry.seq}: different in the log here"
    if hash_at(stream.pk, bundle.head.seq) != bundle.head.hash:
        return f"entry {bundle.head.seq}: different or missing in the log here; the bundle says it was the last"
    return ""


def file_mismatch(result: BundleCheck) -> str:
    """Return the first mismatch between the other files of a bundle and the local log, or "" if they agree."""
    for row in result.bundle.files:
        kind = file_kind(row.kind)
        assert kind is not None  # the check of the bundle reports an unknown kind
        for message in kind.mismatches(result.files[row.name], row.stream, row.seq):
            return f"{row.name}: {message}"
    return ""


MIN_HASH_LENGTH = 12  # the shortest prefix of a hash that is accepted: 48 bits


class InvalidHead(Exception):
    """The text is not a chain head. The message explains the format."""


@dataclass(frozen=True, slots=True)
class PrintedHead:
    """The last entry of a log as an archived report prints it."""

    log: str
    seq: int
    hash: str  # the first characters of the hash

    def __str__(self) -> str:
        return f"{self.log}:{self.seq}:{self.hash}"


def parse_head(text: str) -> PrintedHead:
    """Parse LOG:ENTRY:HASH as a report prints it. Raises `InvalidHead`."""
    log, _, entry_and_hash = text.strip().partition(":")
    seq, _, hash_text = entry_and_hash.partition(":")
    hash_prefix = hash_text.strip().lower()
    is_valid = (
        seq.isascii()
        and seq.isdecimal()
        and len(seq) < 19
        and MIN_HASH_LENGTH <= len(hash_prefix) <= 64
    )
    if not (log and is_valid and set(hash_prefix) <= set("0123456789abcdef")):
        raise InvalidHead(
            f"{text!r} isn't a chain head: use LOG:ENTRY:HASH, such as table.3:1204:9f2c61d0a7b3e845"
        )
    return PrintedHead(log, int(seq), hash_prefix)


def in_bundle(bundle: Bundle, printed_head: PrintedHead) -> bool | None:
    """Return whether a bundle agrees with the printed head; None if the bundle lacks that entry."""
    if bundle.stream != printed_head.log:
        return None
    hashes = {entry.seq: entry.hash for entry in bundle.entries}
    hashes[bundle.head.seq] = bundle.head.hash
    first = bundle.entries[0]
    hashes[first.seq - 1] = first.prev_hash
    entry_hash = hashes.get(printed_head.seq)
    return None if entry_hash is None else entry_hash.startswith(printed_head.hash)


def in_log(printed_head: PrintedHead) -> bool:
    stream = Stream.objects.filter(key=printed_head.log).values_list("pk", flat=True).first()
    local_hash = None if stream is None else hash_at(stream, printed_head.seq)
    return local_hash is not None and local_hash.startswith(printed_head.hash)


def heads_that_differ(heads: Mapping[str, tuple[int, str]]) -> list[str]:
    """Return a sentence for each log whose recorded last entry is missing or has a different hash.

    `heads` has the number and hash of each log's entry by the log's key.
    """
    problems = []
    streams = dict(Stream.objects.values_list("key", "pk"))
    for key, (seq, last_hash) in sorted(heads.items()):
        if not seq:
            continue
        try:
            local_hash = hash_at(streams[key], seq) if key in streams else None
        except ArchiveError as error:
            problems.append(f"the log {key} ended at entry {seq}, and {error}")
            continue
        if local_hash is None:
            problems.append(f"the log {key} ended at entry {seq}, and that entry is gone")
        elif local_hash != last_hash:
            problems.append(f"the log {key} has another entry {seq} than it had")
    return problems
