"""Projections: rows derived from a log for fast queries, checked against it and rebuilt from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from journal.archives import archived_entries, entry_at
from journal.effects import command_effects
from journal.log import log_of
from journal.models import Entry, Stream


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry of a log, with the fields that projections need."""

    seq: int
    command_id: str
    name: str
    version: int
    data: str
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class LogHead:
    """A log up to its last entry."""

    pk: int  # primary key of the stream, which projection rows refer to
    seq: int

    def rows(self, *names: str) -> Iterator[EntryRow]:
        """Yield its entries in order, archived ones first; with `names`, only events of these names."""
        entries = Entry.objects.filter(stream=self.pk, seq__lte=self.seq).order_by("seq")
        if names:
            entries = entries.filter(name__in=names)
        columns = ("seq", "command_id", "name", "version", "data", "at", "actor")
        last = 0
        for row in archived_entries(self.pk, until=self.seq, names=names):
            yield EntryRow(*(getattr(row, column) for column in columns))
            last = row.seq
        # An archived month may still be in the table, too.
        live = entries.filter(seq__gt=last).values_list(*columns)
        yield from (EntryRow(*row) for row in live.iterator())

    def last_at(self) -> datetime | None:
        """Return when its last entry was stored; None for an empty log."""
        entry = entry_at(self.pk, self.seq) if self.seq else None
        return entry.at if entry else None


def _no_gaps(log: LogHead) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Projection:
    """One kind of projection. `rebuild` and `find_gaps` run with the stream's row locked.

    `compare` runs without the lock, and again with it if it found a mismatch.
    """

    compare: Callable[[LogHead], str]  # describes the mismatch, "" for none
    rebuild: Callable[[LogHead], None]  # rebuilds the rows from the log
    find_gaps: Callable[[LogHead], str] = _no_gaps  # rows that may be missing, but are rebuilt


def find_mismatches(stream: Stream) -> Iterator[str]:
    """Yield a message for each projection that disagrees with this log, confirmed under a row lock."""
    for projection in _projections_of(stream):
        if projection.compare(LogHead(stream.pk, stream.seq)):
            with transaction.atomic():
                message = projection.compare(_locked_head(stream))
            if message:
                yield message


def rebuild(stream: Stream) -> list[str]:
    """Rebuild the projections of this log; return the mismatches that were corrected."""
    corrections = []
    with transaction.atomic():
        locked = _locked_head(stream)
        for projection in _projections_of(stream):
            if message := projection.compare(locked) or projection.find_gaps(locked):
                projection.rebuild(locked)
                corrections.append(message)
    return corrections


def _projections_of(stream: Stream) -> "tuple[Projection, ...]":
    return command_effects().EFFECTS[log_of(stream.key).name].projections


def _locked_head(stream: Stream) -> LogHead:
    rows = Stream.objects.filter(pk=stream.pk).order_by().select_for_update()
    return LogHead(stream.pk, rows.values_list("seq", flat=True).get())
