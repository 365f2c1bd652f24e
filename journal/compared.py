"""Whether an evidence bundle agrees with the log in this database."""

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
