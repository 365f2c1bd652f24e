"""Projection of the starts of hands: a row for each, so that finding a hand doesn't depend on the log's length."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, QuerySet

from journal.projections import Change, Logged, Projection, Rows, RowTable
from poker.events import HandStarted
from tables.models import HandStart, Table


@dataclass(frozen=True, slots=True)
class StartRow:
    """The start of a hand. After an undone start, the next one has the same number."""

    seq: int
    number: int
    at: datetime


def _reduce(_rows: Rows, logged: Logged) -> list[Change]:
    """Add the start of a hand. An undo removes no row: the entries of an undone start stay readable."""
    return [(None, StartRow(logged.seq, logged.event.number, logged.at))]


PROJECTION = Projection(
    title="starts of hands",
    events=(HandStarted,),
    tables=(RowTable(StartRow, HandStart, log="table_id", key=("seq",)),),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    reduce=_reduce,
)


def hand_starts(table_id: int) -> QuerySet[HandStart]:
    """Return the starts of a table's hands, in no order."""
    return HandStart.objects.filter(table=table_id)


def hands_begun(
    *, room_id: int, since: datetime, until: datetime | None = None, tables: Collection[int] = ()
) -> dict[int, tuple[int, datetime, datetime]]:
    """Return hands started after `since` by table: the count, and the times of the first and the last.

    Only for `tables`, or for all tables of the room. Does not depend on the length of the logs. Undone hands are
    counted, too.
    """
    rows = HandStart.objects.filter(table__room=room_id, at__gt=since)
    rows = rows.filter(at__lte=until) if until else rows
    rows = rows.filter(table__in=tables) if tables else rows
    counts = rows.order_by().values_list("table").annotate(Count("pk"), Min("at"), Max("at"))
    return {pk: (hands, first, last) for pk, hands, first, last in counts}
