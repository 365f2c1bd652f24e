"""What was proved of each log's chain, and kept: new entries when they come, older ones read again in turn."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import F

from journal.chain import GENESIS, link
from journal.models import Entry, Proven, Stream
from journal.names import lost
from journal.store import PAGE, STORED

AGAIN = 5_000  # older entries that one pass reads again: about a quarter of a second
MOST = 50_000  # new ones of one log in one pass, where it was never looked at
_COLUMNS = ("seq", "command_id", "index", "name", "version", "stored", "at", "actor", "prev_hash", "hash")  # fmt: skip
_KEPT = ("seq", "hash", "at", "broken", "broken_at", "again_seq", "again_hash", "again_from", "whole_at")  # fmt: skip
Place = tuple[int, str]  # number and hash of an entry


class Broken(Exception):
    """The chain is not what it was; the message says at which entry."""


def streams_prove(now: datetime, *, again: int = AGAIN) -> tuple[str, ...]:
    """Prove every log as far as it is by now; gives the keys of those that were found broken just now.

    again: so many older entries are read once more, those first that were not for the longest time.
    """
    rows, turned = [], []
    oldest = F("proven__whole_at").asc(nulls_first=True)
    for pk, key in Stream.objects.order_by(oldest, "pk").values_list("pk", "key"):
        row, read = _proved(pk, now=now, again=again)
        again -= read
        rows.append(row)
        if row.broken and row.broken_at == now:
            turned.append(key)
    _keep(rows)
    return tuple(turned)


def prove(pk: int, *, now: datetime) -> Proven:
    """Prove one log, each of its entries, whatever was proved before, and keep what came of it."""
    row, _ = _proved(pk, now=now, again=Stream.objects.get(pk=pk).seq, whole=True)
    _keep([row])
    return row


def confirmed(checked: Stream, *, now: datetime) -> str:
    """Somebody read the whole log up to there and found no fault: keep that, or say what was proved once and is gone.

    A log that was written anew holds in itself; that it is another one shows by what was kept of the old one.
    """
    row = Proven.objects.filter(stream=checked.pk).first() or Proven(stream_id=checked.pk)
    kept = Entry.objects.filter(stream=checked, seq=row.seq).values_list("hash", flat=True).first()
    if row.seq and kept != row.hash:
        row.broken, row.broken_at = _other(row), row.broken_at or now
    else:
        if checked.seq >= row.seq:  # else the room went on meanwhile
            row.seq, row.hash, row.at = checked.seq, checked.hash, now
        row.broken, row.broken_at, row.whole_at = "", None, now
    row.again_seq, row.again_hash, row.again_from = 0, GENESIS, None
    _keep([row])
    return row.broken


def proved(pks: Iterable[int]) -> list[Proven]:
    """What is kept of some logs, by their numbers; none of one that was never looked at."""
    return list(Proven.objects.filter(stream__in=list(pks)).select_related("stream"))


def _proved(pk: int, *, now: datetime, again: int, whole: bool = False) -> tuple[Proven, int]:
    """What is to be kept of a log, and how many older entries were read again."""
    # What was proved before the stream itself, so that the stream can only be ahead of it.
    row = Proven.objects.filter(stream=pk).first() or Proven(stream_id=pk)
    stream = Stream.objects.only("key", "seq", "hash").get(pk=pk)
    if whole:
        row.again_seq, row.again_hash, row.again_from = 0, GENESIS, None
    read = 0
    try:
        row.seq, row.hash = _gone_on(stream, row)
        if again > 0:
            read = _read_again(row, stream, again, now)
        if row.broken and row.whole_at and row.broken_at and row.whole_at >= row.broken_at:
            row.broken, row.broken_at = "", None  # mended: all of it was read since
        if not row.broken:
            row.at = now
    except Broken as told:
        row.broken, row.broken_at = str(told)[:200], row.broken_at or now
        row.again_seq, row.again_hash, row.again_from = 0, GENESIS, None
    return row, read


def _gone_on(stream: Stream, row: Proven) -> Place:
    """From the last entry that was proved towards the end of the log as it is."""
    if row.seq > stream.seq:
        raise Broken(_other(row))
    until = min(stream.seq, row.seq + MOST)
    last = _walked(stream, (row.seq, row.hash), until)
    if until == stream.seq and last != stream.hash:
        if row.seq == stream.seq:
            raise Broken(_other(row))
        raise Broken(f"entry {until}: is not the one that the log is said to end in")
    return until, last


def _read_again(row: Proven, stream: Stream, most: int, now: datetime) -> int:
    """Older entries once more, from where the last pass came to; how many. `row` moves on."""
    row.again_from = row.again_from or now
    until = min(row.seq, row.again_seq + most)
    read = until - row.again_seq
    row.again_hash = _walked(stream, (row.again_seq, row.again_hash), until)
    row.again_seq = until
    if until == row.seq:
        if row.again_hash != row.hash:
            raise Broken(_other(row))
        row.whole_at, row.again_from = row.again_from, None
        row.again_seq, row.again_hash = 0, GENESIS
    return read


def _other(row: Proven) -> str:
    return f"entry {row.seq}: was proved, and is gone or another one now"


def _walked(stream: Stream, after: Place, until: int) -> str:
    """The hash of the entry `until`, each one since `after` being what was hashed. Raises `Broken`."""
    seq, last = after
    names: set[str] = set()
    found = Entry.objects.filter(stream=stream).annotate(stored=STORED).order_by("seq")
    while seq < until:
        rows = found.filter(seq__gt=seq, seq__lte=until).values_list(*_COLUMNS)[:PAGE]
        before = seq
        for number, *content, prev_hash, kept in rows:
            if number != seq + 1:
                break
            seq = number
            if prev_hash != last:
                raise Broken(f"entry {seq}: does not follow the entry before it")
            last = _hashed(stream.key, seq, content, prev_hash)
            if last != kept:
                raise Broken(f"entry {seq}: its content is not what was hashed")
            if told := lost(content[4], names):
                raise Broken(f"entry {seq}: {told}")
        if seq == before or (seq < until and seq - before < PAGE):
            raise Broken(f"entry {seq + 1}: is missing")
    return last


def _hashed(key: str, seq: int, content: list[object], prev_hash: str) -> str:
    names = ("command_id", "index", "name", "version", "data", "at", "actor")
    said = dict(zip(names, content, strict=True))
    return link(prev_hash=prev_hash, stream=key, seq=seq, **said)  # type: ignore[arg-type]  # columns of an entry


def _keep(rows: list[Proven]) -> None:
    """One transaction, written when all was read: a table's tap waits for it no longer than for another tap."""
    with transaction.atomic():
        Proven.objects.bulk_create(
            sorted(rows, key=lambda row: row.pk),  # two at once wait for each other in one order
            update_conflicts=True,
            unique_fields=["stream"],
            update_fields=_KEPT,
        )
