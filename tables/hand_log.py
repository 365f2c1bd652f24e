"""The range of a hand in a table's log, and its entries as they were hashed, for replay and evidence."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from journal import store
from journal.archives import entry_at
from journal.evidence import BundleEntry as Hashed
from journal.evidence import BundleHead, BundleText, microseconds
from journal.models import PersonalText, Stream
from tables.hand_starts import hand_starts
from tables.table_log import LoggedCommand, commands_between


@dataclass(frozen=True, slots=True)
class HandRange:
    """The range of a hand's entries in the log."""

    number: int  # 0 for what came before the first hand
    first: int  # number of the first entry
    last: int  # number of the last entry


def find_hand_range(stream: Stream, number: int) -> HandRange | None:
    """Return the range of the hand with this number, including undone starts; None if there is no such hand."""
    rows = hand_starts(stream.pk)
    if not number:
        first = rows.order_by("seq").values_list("seq", flat=True).first()
        last = stream.seq if first is None else first - 1
        return HandRange(0, 1, last) if last else None
    seqs = list(rows.filter(number=number).order_by("seq").values_list("seq", flat=True))
    if not seqs:
        return None
    # A hand that a stray tap opened may be undone to nothing, and the hand before it continues.
    next_starts = rows.filter(number=number + 1, seq__gt=seqs[-1]).order_by("-seq")
    following = next_starts.values_list("seq", flat=True).first()
    return HandRange(number, seqs[0], stream.seq if following is None else following - 1)


def hand_at(stream: Stream, at: datetime) -> int:
    """Return the number of the hand in progress at a time, or of the hand before it; 0 before the first hand."""
    rows = hand_starts(stream.pk).filter(at__lte=at).order_by("-at", "-seq")
    return rows.values_list("number", flat=True).first() or 0


def hand_of(stream: Stream, seq: int) -> int:
    """Return the number of the hand that an entry belongs to."""
    rows = hand_starts(stream.pk).filter(seq__lte=seq).order_by("-seq")
    return rows.values_list("number", flat=True).first() or 0


def first_entry_at(stream: Stream) -> datetime | None:
    """Return when the log's first entry was stored."""
    first = entry_at(stream.pk, 1)
    return first.at if first else None


def hand_log(stream: Stream, hand_range: HandRange) -> list[LoggedCommand]:
    """Return the log of a hand, with times, actors and devices."""
    return commands_between(stream, since=hand_range.first - 1, until=hand_range.last)


def hand_hashed(stream: Stream, hand_range: HandRange) -> tuple[Hashed, ...]:
    """Return the entries of a hand with exactly the fields that were hashed."""
    rows = store.entries(
        stream=stream, since=hand_range.first - 1, until=hand_range.last, stored=True
    )
    return tuple(
        Hashed(
            seq=row.seq,
            command_id=row.command_id,
            index=row.index,
            name=row.name,
            version=row.version,
            data=row.stored,  # type: ignore[attr-defined]  # annotated by `stored=True`
            at=microseconds(row.at),
            actor=row.actor,
            prev_hash=row.prev_hash,
            hash=row.hash,
            stored_at=microseconds(row.stored_at) if row.stored_at else None,
            caveat=row.caveat or "",
        )
        for row in rows
    )


def head_of(stream: Stream) -> BundleHead:
    """Return the last entry of a log, as stored on its row."""
    return BundleHead(stream.seq, stream.hash)


def texts_of(refs: Collection[str]) -> list[BundleText]:
    """Return the current texts of references, ordered by reference."""
    rows = PersonalText.objects.filter(ref__in=list(refs)).order_by("ref")
    return [BundleText(row.ref, row.player, row.note, row.text, row.salt) for row in rows]
