"""What is stored of a report: its sheets as plain JSON, and read back as they were."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from drops.models import Box
from reports.figures.calls import facts_of
from reports.figures.dashboard import dashboard
from reports.figures.ranges import Range
from reports.figures.sheets import Column, Row, Sheet, sheets
from rulings.models import Ruling

DEFINITIONS = 2  # what figures mean; one more whenever one comes to mean something else
Plain = dict[str, Any]

_BOXES = (
    Column("table", "Table", "text"),
    Column("box", "Box", "text"),
    Column("logged", "By the log", "money"),
    Column("counted", "Counted", "money"),
    Column("difference", "Difference", "money"),
    Column("reason", "Explained", "text"),
    Column("by", "By", "text"),
    Column("since", "Since", "moment"),
    Column("taken", "Taken", "moment"),
)
_COVER = (
    "A box has what was dropped at its table since the box before it was taken (the log from Since to Taken), and not"
    " what was dropped in the shift: what was dropped after Taken is in the next one."
)
_RECORDS = (
    Column("at", "At", "moment"),
    Column("kind", "What", "text"),
    Column("number", "Number", "text"),
    Column("about", "About ruling", "text"),
    Column("table", "Table", "text"),
    Column("result", "Result", "text"),
    Column("reason", "Reason", "text"),
    Column("by", "By", "text"),
)


def content_of(asked: Range) -> tuple[Sheet, ...]:
    """All that a stored report has: the figures of its range, the boxes that were counted, what came after rulings."""
    return (*sheets(dashboard(asked)), boxes(asked), records(asked))


def boxes(asked: Range) -> Sheet:
    """The boxes of these shifts whose count is closed, as last corrected."""
    found = Box.objects.filter(
        room=asked.room, day__range=(asked.first, asked.last), results__isnull=False
    )
    if asked.shift:
        found = found.filter(shift=asked.shift)
    rows: list[Row] = []
    for box in found.distinct().select_related("table", "previous").prefetch_related("results__by"):
        last = list(box.results.all())[-1]
        rows.append((
            box.table.name, box.number, last.logged, last.total, last.difference, last.reason, last.by.alias,
            box.previous.taken_at if box.previous else None, box.taken_at,
        ))  # fmt: skip
    sums = [sum(row[place] for row in rows) for place in (2, 3, 4)]
    total = ("All boxes", None, *sums, None, None, None, None)
    return Sheet("boxes", "Counted boxes", _BOXES, tuple(rows), total if rows else None, _COVER)


def records(asked: Range) -> Sheet:
    """Appeals, corrections and paid pots about the rulings of these shifts, whenever they came."""
    calls = facts_of(asked).filter(appeals__gt=0).values_list("table_id", "seq")
    found = [
        record
        for table, seq in calls
        for record in Ruling.objects.filter(
            about__call__table=table, about__call__seq=seq
        ).select_related("about", "table", "by")
    ]
    rows = tuple(
        (
            one.at, one.get_kind_display(), one.number, one.about.number if one.about else "",
            one.table.name, one.result, one.reason, one.by.alias,
        )
        for one in sorted(found, key=lambda one: (one.at, one.pk))
    )  # fmt: skip
    return Sheet("records", "After rulings", _RECORDS, rows)


def plain(found: Sequence[Sheet]) -> list[Plain]:
    """As the database stores them: moments and days as text, the ends of intervals as lists."""
    return [
        {
            "key": sheet.key,
            "title": sheet.title,
            "note": sheet.note,
            "columns": [asdict(column) for column in sheet.columns],
            "rows": [[said_plainly(value) for value in row] for row in sheet.rows],
            "total": [said_plainly(value) for value in sheet.total] if sheet.total else None,
        }
        for sheet in found
    ]


def read(stored: Sequence[Mapping[str, Any]]) -> tuple[Sheet, ...]:
    """The sheets again, equal to those that were stored."""
    return tuple(_sheet(one) for one in stored)


def _sheet(one: Mapping[str, Any]) -> Sheet:
    columns = tuple(Column(**column) for column in one["columns"])
    return Sheet(
        key=one["key"],
        title=one["title"],
        columns=columns,
        rows=tuple(_row(columns, row) for row in one["rows"]),
        total=_row(columns, one["total"]) if one["total"] else None,
        note=one["note"],
    )


def _row(columns: Sequence[Column], row: Sequence[Any]) -> Row:
    return tuple(value_read(column.kind, value) for column, value in zip(columns, row, strict=True))


def said_plainly(value: Any) -> Any:
    """A value of a sheet as JSON has it."""
    if isinstance(value, date):  # a moment is one, too
        return value.isoformat()
    return [said_plainly(one) for one in value] if isinstance(value, tuple) else value


def value_read(kind: str, value: Any) -> Any:
    """A value of a column of that kind as a sheet has it."""
    if isinstance(value, str) and kind == "moment":
        return datetime.fromisoformat(value)
    if isinstance(value, str) and kind == "day":
        return date.fromisoformat(value)
    return tuple(value) if isinstance(value, list) else value
