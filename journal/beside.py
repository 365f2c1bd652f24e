"""Rows that stand beside a log for quick questions: what they should be follows from the log, and can be made anew."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from journal.models import Entry, Stream


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a log, as far as rows beside it are made from it."""

    seq: int
    command_id: str
    name: str
    version: int
    data: str
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class Log:
    """A log up to its last entry. pk: what the rows beside it know it by."""

    pk: int
    seq: int

    def rows(self, *names: str) -> Iterator[Row]:
        """Its entries in order; only those of these names where there are some."""
        found = Entry.objects.filter(stream=self.pk, seq__lte=self.seq).order_by("seq")
        if names:
            found = found.filter(name__in=names)
        columns = ("seq", "command_id", "name", "version", "data", "at", "actor")
        yield from (Row(*one) for one in found.values_list(*columns).iterator())

    def last_at(self) -> datetime | None:
        """When its last entry was; None for an empty one."""
        found = Entry.objects.filter(stream=self.pk, seq=self.seq).values_list("at", flat=True)
        return found.first()


def _nothing(log: Log) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Beside:
    """One kind of rows. of: how the keys of its logs begin; compare: what differs, "" for nothing; renew: make them
    what the log says; lacks: what is not false and yet made anew. All are called with the stream's row locked.
    """

    of: str
    compare: Callable[[Log], str]
    renew: Callable[[Log], None]
    lacks: Callable[[Log], str] = _nothing


_KINDS: list[Beside] = []


def keep(kind: Beside) -> None:
    """Such rows are checked and rebuilt from now on."""
    _KINDS.append(kind)


def differing(stream: Stream) -> Iterator[str]:
    """What stands beside this log and is not what the log says. The room may be at work: who differs is asked again,
    locked.
    """
    for kind in _of(stream):
        if kind.compare(Log(stream.pk, stream.seq)):
            with transaction.atomic():
                told = kind.compare(_locked(stream))
            if told:
                yield told


def rebuild(stream: Stream) -> list[str]:
    """Make the rows beside this log what it says; gives what differed."""
    mended = []
    with transaction.atomic():
        locked = _locked(stream)
        for kind in _of(stream):
            if told := kind.compare(locked) or kind.lacks(locked):
                kind.renew(locked)
                mended.append(told)
    return mended


def _of(stream: Stream) -> list[Beside]:
    return [kind for kind in _KINDS if stream.key.startswith(kind.of)]


def _locked(stream: Stream) -> Log:
    rows = Stream.objects.filter(pk=stream.pk).order_by().select_for_update()
    return Log(stream.pk, rows.values_list("seq", flat=True).get())
