"""A hand's place in a table's log, and its entries as they were hashed: for whoever reads it again."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from journal import store
from journal.evidence import Entry as Hashed
from journal.evidence import Head, Text, microseconds
from journal.models import Entry, Name, Stream
from poker import codec
from poker.events import HandStarted
from tables.log import Told, told_between

STARTED = codec.tag(HandStarted)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand is: its number, 0 for what came before any, the first and the last of its entries."""

    number: int
    first: int
    last: int


def hand_place(stream: Stream, number: int) -> Place | None:
    """Where the hand with this number is, with starts of it that were taken back; None where there is none."""
    starts = Entry.objects.filter(stream=stream, name=STARTED).order_by("seq")
    if not number:
        first = starts.values_list("seq", flat=True).first()
        last = stream.seq if first is None else first - 1
        return Place(0, 1, last) if last else None
    # As canonical JSON begins: other numbers in it are not meant.
    mine = starts.filter(data__startswith=f'{{"event":"{STARTED}","number":{number},')
    seqs = list(mine.values_list("seq", flat=True))
    if not seqs:
        return None
    following = starts.filter(seq__gt=seqs[-1]).values_list("seq", flat=True).first()
    return Place(number, seqs[0], stream.seq if following is None else following - 1)


def hand_at(stream: Stream, at: datetime) -> int:
    """The number of the hand in whose log a moment is, 0 before any began; between hands it is of the one before."""
    return _number(Entry.objects.filter(stream=stream, at__lte=at))


def hand_of(stream: Stream, seq: int) -> int:
    """The number of the hand that an entry is of."""
    return _number(Entry.objects.filter(stream=stream, seq__lte=seq))


def began(stream: Stream) -> datetime | None:
    """When the log's first entry was stored."""
    return Entry.objects.filter(stream=stream, seq=1).values_list("at", flat=True).first()


def hand_log(stream: Stream, place: Place) -> list[Told]:
    """The log of a hand, with times, people and devices."""
    return told_between(stream, since=place.first - 1, until=place.last)


def hand_hashed(stream: Stream, place: Place) -> tuple[Hashed, ...]:
    """The entries of a hand with exactly the fields that were hashed."""
    rows = store.entries(stream=stream, since=place.first - 1, until=place.last, stored=True)
    return tuple(
        Hashed(
            seq=row.seq,
            command_id=row.command_id,
            index=row.index,
            name=row.name,
            version=row.version,
            data=row.stored,  # type: ignore[attr-defined]  # it was asked for
            at=microseconds(row.at),
            actor=row.actor,
            prev_hash=row.prev_hash,
            hash=row.hash,
        )
        for row in rows
    )


def head_of(stream: Stream) -> Head:
    """The last entry of a log, as its row says."""
    return Head(stream.seq, stream.hash)


def texts_of(refs: Collection[str]) -> list[Text]:
    """What stands for references by now, in the order of the references."""
    rows = Name.objects.filter(ref__in=list(refs)).order_by("ref")
    return [Text(row.ref, row.player, row.note, row.text, row.salt) for row in rows]


def _number(rows: QuerySet[Entry]) -> int:
    last = rows.filter(name=STARTED).order_by("-seq").first()
    if last is None:
        return 0
    event = codec.decode_event(last.name, last.version, last.data)
    assert isinstance(event, HandStarted)
    return event.number
