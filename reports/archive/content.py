"""The content of an archived report: its sheets as JSON, and the conversion back."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from drop.models import DropBox
from poker.json_types import JsonObject
from reports.figures.calls import facts_of
from reports.figures.dashboard import Dashboard, dashboard
from reports.figures.figure import Column, Row, Sheet
from reports.figures.ranges import ReportRange
from reports.figures.sheets import sheets
from reports.pages.findings import NOTHING_UNUSUAL, ShiftFindings, findings_of
from rulings.models import Ruling

DEFINITIONS = 2  # version of what the figures mean; increase it when a meaning changes
FINDINGS = ("changed", "look")  # the sheets that a shift report begins with, also without a row
Plain = dict[str, object]

# Figures of several kinds are in one column, so they are stored as they are said.
_CHANGED = (
    Column("figure", "Figure", "text"),
    Column("now", "Now", "text"),
    Column("difference", "Difference", "text"),
    Column("note", "Before", "text"),
)
_LOOK = (Column("what", "What", "text"), Column("note", "Note", "text"))

_BOXES = (
    Column("table", "Table", "text"),
    Column("box", "Box", "text"),
    Column("logged", "Logged", "money"),
    Column("counted", "Counted", "money"),
    Column("difference", "Variance", "money"),
    Column("reason", "Explained", "text"),
    Column("by", "By", "text"),
    Column("since", "Since", "moment"),
    Column("taken", "Pulled", "moment"),
)
_COVER = (
    "A box holds what was dropped at its table since the last box was pulled (the log from Since to Pulled), not"
    " what was dropped in the shift. Anything dropped after Pulled is in the next box."
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


def content_of(report_range: ReportRange) -> tuple[Sheet, ...]:
    """Return the sheets to archive: of a shift what changed and what to look at, the range's figures, its counted
    boxes, and the records that followed its rulings.
    """
    found = dashboard(report_range)
    first = shift_findings(found) if report_range.shift else ()
    return (*first, *sheets(found), boxes(report_range), records(report_range))


def shift_findings(found: Dashboard) -> tuple[Sheet, Sheet]:
    """Return what changed in a shift that is over, and what to look at."""
    findings, _ = findings_of(found, (), is_over=True)
    rows = tuple((card.title, card.value, card.difference, card.note) for card in findings.cards)
    look = tuple((line.title, line.note) for line in findings.to_look_at)
    return (
        Sheet("changed", "What changed", _CHANGED, rows, None, _changed_note(findings)),
        Sheet("look", "To look at", _LOOK, look, None, "" if look else NOTHING_UNUSUAL),
    )


def _changed_note(findings: ShiftFindings) -> str:
    return findings.why or f"{findings.title}. Least usual first."


def boxes(report_range: ReportRange) -> Sheet:
    """Return the boxes of these shifts whose count is closed, with their last correction."""
    boxes = DropBox.objects.filter(
        room=report_range.room,
        day__range=(report_range.first, report_range.last),
        results__isnull=False,
    )
    if report_range.shift:
        boxes = boxes.filter(shift=report_range.shift)
    rows: list[Row] = []
    for box in boxes.distinct().select_related("table", "previous").prefetch_related("results__by"):
        last = list(box.results.all())[-1]
        rows.append((
            box.table.name, box.number, last.logged, last.total, last.difference, last.reason, last.by.alias,
            box.previous.taken_at if box.previous else None, box.taken_at,
        ))  # fmt: skip
    sums = [sum(row[position] for row in rows) for position in (2, 3, 4)]
    total = ("All boxes", None, *sums, None, None, None, None)
    return Sheet("boxes", "Counted boxes", _BOXES, tuple(rows), total if rows else None, _COVER)


def records(report_range: ReportRange) -> Sheet:
    """Return appeals, corrections and paid pots about the rulings of these shifts, at any later time."""
    calls = facts_of(report_range).filter(appeals__gt=0).values_list("table_id", "seq")
    rulings = [
        record
        for table, seq in calls
        for record in Ruling.objects.filter(
            about__call__table=table, about__call__seq=seq
        ).select_related("about", "table", "by")
    ]
    rows = tuple(
        (
            ruling.at, ruling.get_kind_display(), ruling.number, ruling.about.number if ruling.about else "",
            ruling.table.name, ruling.result, ruling.reason, ruling.by.alias,
        )
        for ruling in sorted(rulings, key=lambda ruling: (ruling.at, ruling.pk))
    )  # fmt: skip
    return Sheet("records", "Records after rulings", _RECORDS, rows)


def plain(sheets: Sequence[Sheet]) -> list[Plain]:
    """Convert sheets to JSON values: times and days as text, intervals as lists."""
    return [
        {
            "key": sheet.key,
            "title": sheet.title,
            "note": sheet.note,
            "columns": [asdict(column) for column in sheet.columns],
            "rows": [[to_json_value(value) for value in row] for row in sheet.rows],
            "total": [to_json_value(value) for value in sheet.total] if sheet.total else None,
        }
        for sheet in sheets
    ]


def read(stored: Sequence[JsonObject]) -> tuple[Sheet, ...]:
    """Rebuild sheets from stored JSON, equal to those that were stored."""
    return tuple(_sheet(item) for item in stored)


def _sheet(item: JsonObject) -> Sheet:
    columns = tuple(Column(**column) for column in item["columns"])
    return Sheet(
        key=item["key"],
        title=item["title"],
        columns=columns,
        rows=tuple(_row(columns, row) for row in item["rows"]),
        total=_row(columns, item["total"]) if item["total"] else None,
        note=item["note"],
    )


def _row(columns: Sequence[Column], row: Sequence[object]) -> Row:
    return tuple(value_read(column.kind, value) for column, value in zip(columns, row, strict=True))


def to_json_value(value: object) -> Any:
    """Convert a value of a sheet to a JSON value."""
    if isinstance(value, date):  # also true for a datetime
        return value.isoformat()
    return [to_json_value(item) for item in value] if isinstance(value, tuple) else value


def value_read(kind: str, value: object) -> object:
    """Convert a JSON value back to the value of a column of this kind."""
    if isinstance(value, str) and kind == "moment":
        return datetime.fromisoformat(value)
    if isinstance(value, str) and kind == "day":
        return date.fromisoformat(value)
    return tuple(value) if isinstance(value, list) else value
