"""Results and lists of events as CSV files. docs/tournaments-managers.md has the columns."""

import csv
from collections.abc import Sequence
from datetime import datetime
from io import StringIO

from django.utils import timezone

from poker.amounts import typed_amount
from tournaments.models import EventSummary
from tournaments.report import EventReport, reports_total
from web.printing.spreadsheet_cells import escape_formula

BYTE_ORDER_MARK = "\ufeff"  # Excel does not detect UTF-8 without it
RESULT_COLUMNS = (
    "place",
    "last_place",
    "entry",
    "player",
    "kind",
    "status",
    "bought_at",
    "paid",
    "won",
    "held",
)
RANGE_COLUMNS = (
    "event",
    "name",
    "starts_at",
    "status",
    "entries",
    "reentries",
    "pool",
    "house",
    "staff",
    "overlay",
    "paid_out",
)


def result_csv(report: EventReport) -> bytes:
    """Return the result of an event: a row for each entry that was not voided, the best place first."""
    rows = [
        (
            row.place.first if row.place else "",
            row.place.last if row.place else "",
            row.entry.number,
            row.entry.name,
            row.entry.kind,
            row.entry.status,
            _local(row.entry.bought[0].at) if row.entry.bought else "",
            typed_amount(row.entry.paid),
            typed_amount(row.won),
            row.held,
        )
        for row in report.result
    ]
    return _csv(RESULT_COLUMNS, rows)


def range_csv(summaries: Sequence[EventSummary]) -> bytes:
    """Return a row for each event, and a last row with the sums."""
    rows: list[tuple[object, ...]] = [
        (
            row.event.number,
            row.name,
            f"{timezone.localtime(row.starts_at):%Y-%m-%d %H:%M}",
            row.status,
            row.entries,
            row.reentries,
            *(typed_amount(amount) for amount in _amounts(row)),
        )
        for row in summaries
    ]
    total = reports_total(summaries)
    sums = [typed_amount(total[name]) for name in ("pool", "house", "staff", "overlay", "paid")]
    rows.append(("total", "", "", "", total["entries"], total["reentries"], *sums))
    return _csv(RANGE_COLUMNS, rows)


def _amounts(row: EventSummary) -> tuple[int, ...]:
    return (row.pool, row.house, row.staff, row.overlay, row.paid)


def _local(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds / 1000, tz=timezone.get_current_timezone())
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def _csv(head: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    text = StringIO()
    write = csv.writer(text).writerow
    write(head)
    for row in rows:
        write([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return (BYTE_ORDER_MARK + text.getvalue()).encode()
