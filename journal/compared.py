"""Whether an evidence bundle agrees with the log in this database, and whether either does with what paper says."""

from dataclasses import dataclass
from pathlib import Path

from django.db import DatabaseError, connection

from journal.evidence import Bundle
from journal.models import Entry, Stream


def log_is_here() -> bool:
    """Whether there is a database with a log to compare with; none is made by asking."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        if "mode=memory" not in name and not Path(name).exists():
            return False
    try:
        return Stream.objects.exists()
    except DatabaseError:  # nobody answers, or it is no room's
        return False


def differs(bundle: Bundle) -> str:
    """Where a bundle says something else than the log here, "" where they agree."""
    stream = Stream.objects.filter(key=bundle.stream).first()
    if stream is None:
        return f"the log here has no stream {bundle.stream}"
    seqs = [entry.seq for entry in bundle.entries]
    rows = Entry.objects.filter(stream=stream, seq__range=(min(seqs), max(seqs)))
    here = dict(rows.values_list("seq", "hash"))
    for entry in bundle.entries:
        if entry.seq not in here:
            return f"entry {entry.seq}: the log here does not have it"
        if here[entry.seq] != entry.hash:
            return f"entry {entry.seq}: the log here has another"
    head = Entry.objects.filter(stream=stream, seq=bundle.head.seq)
    if head.values_list("hash", flat=True).first() != bundle.head.hash:
        return f"entry {bundle.head.seq}: the log here has another, or none; the bundle says that it was the last"
    return ""


LEAST = 12  # signs of a hash that are enough: 48 bits


class Unsaid(Exception):
    """What was typed is no head of a log; the message says how one is written."""


@dataclass(frozen=True, slots=True)
class Said:
    """Where a log ended, as a stored report prints it. hash: the signs with which it begins."""

    log: str
    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.log}:{self.seq}:{self.hash}"


def said(text: str) -> Said:
    """LOG:ENTRY:HASH as it is printed. Raises `Unsaid`."""
    log, _, rest = text.strip().partition(":")
    seq, _, begins = rest.partition(":")
    hexed = begins.strip().lower()
    right = seq.isascii() and seq.isdecimal() and len(seq) < 19 and LEAST <= len(hexed) <= 64
    if not (log and right and set(hexed) <= set("0123456789abcdef")):
        raise Unsaid(
            f"{text!r} is no head: write LOG:ENTRY:HASH, such as table.3:1204:9f2c61d0a7b3e845"
        )
    return Said(log, int(seq), hexed)


def in_bundle(bundle: Bundle, one: Said) -> bool | None:
    """Whether a bundle has what paper says; None where it has no such entry."""
    if bundle.stream != one.log:
        return None
    hashes = {entry.seq: entry.hash for entry in bundle.entries}
    hashes[bundle.head.seq] = bundle.head.hash
    first = bundle.entries[0]
    hashes[first.seq - 1] = first.prev_hash
    found = hashes.get(one.seq)
    return None if found is None else found.startswith(one.hash)


def in_log(one: Said) -> bool:
    """Whether the log here has what paper says."""
    rows = Entry.objects.filter(stream__key=one.log, seq=one.seq, hash__startswith=one.hash)
    return rows.exists()
