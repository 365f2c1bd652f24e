"""High hands of tables: their projection, and the one that leads a period."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from journal.projections import Change, Logged, Projection, Rows, RowTable, entry_numbers
from journal.unix_time import from_milliseconds, milliseconds
from poker.events import HighHandPosted, Undone
from poker.promotion_terms import PostedHand
from promotions.models import PostedHighHand
from promotions.rules.mystery import promotion_of
from tables.models import Table
from tables.stored_commands import StoredAtTable


@dataclass(frozen=True, slots=True)
class HighHandRow:
    """A row of `PostedHighHand`."""

    seq: int
    promotion: str
    hand: int
    seat: int
    player: str
    cards: str
    name: str
    value: str
    at: datetime
    period_ends: int


def _reduce(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    if isinstance(event, HighHandPosted):
        row = HighHandRow(
            seq=logged.seq,
            promotion=event.promotion,
            hand=event.hand,
            seat=event.seat,
            player=event.player,
            cards=" ".join(event.cards),
            name=event.name,
            value=",".join(map(str, event.value)),
            at=from_milliseconds(event.at),
            period_ends=event.ends,
        )
        return [(None, row)]
    numbers = set(logged.entries_of(event.command))
    return [(row, None) for row in rows.of(HighHandRow).values() if row.seq in numbers]


def _load(stored: StoredAtTable) -> Mapping[type, Q]:
    undone = [event.command for event in stored.events if isinstance(event, Undone)]
    numbers = [number for command in undone for number in entry_numbers(stored.stream_id, command)]
    return {HighHandRow: Q(seq__in=numbers)}


PROJECTION = Projection(
    title="posted high hands",
    events=(HighHandPosted, Undone),
    tables=(RowTable(HighHandRow, PostedHighHand, log="table_id", key=("seq",)),),
    has_owner=lambda table_id: Table.every.filter(pk=table_id).exists(),
    reduce=_reduce,
    load=_load,
)


def leading_hand(room_id: int, promotion: str, period_ends: int) -> PostedHighHand | None:
    """Return the high hand that leads a period: the highest, of equal ones the first posted."""
    return min(
        posted_in_period(room_id, promotion, period_ends).select_related("table"),
        key=lambda row: (tuple(-number for number in row.numbers), row.at),
        default=None,
    )


def posted_in_period(
    room_id: int, promotion: str, period_ends: int
) -> QuerySet[PostedHighHand, PostedHighHand]:
    """Return the high hands of a period, under any version: one that begins in a period doesn't divide it.

    promotion: key of a version.
    """
    return PostedHighHand.objects.filter(
        table__room=room_id,
        promotion__startswith=f"{promotion_of(promotion)}.",
        period_ends=period_ends,
    )


def posted_hand(row: PostedHighHand) -> PostedHand:
    """Return a high hand as the tables know it, which the next one must beat."""
    return PostedHand(row.name, row.numbers, row.table.name, milliseconds(row.at))
