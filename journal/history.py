"""Log entries decoded as the engine's events."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from journal.models import Entry
from poker.codec import decode_event
from poker.timeline import CommandEvents


def batches(entries: Iterable[Entry]) -> Iterator[CommandEvents]:
    """Group the entries of a stream by command, in order. Only one command is in memory at a time."""
    for command_id, rows in groupby(entries, key=lambda entry: entry.command_id):
        yield CommandEvents(
            command_id, tuple(decode_event(row.name, row.version, row.data) for row in rows)
        )
