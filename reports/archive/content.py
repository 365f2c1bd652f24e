"""The content of an archived report: its sheets as JSON, and the conversion back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from drop.models import DropBox
from poker.json_types import JsonObject
from reports.figures.calls import facts_of
from reports.figures.dashboard import Dashboard, dashboard
from reports.figures.figure import Column, Figure, Row, Sheet, SheetLayout
from reports.figures.ranges import ReportRange
from reports.figures.sheets import sheets
from reports.pages.findings import ChangeCard, LookAt, ShiftFindings, findings_of
from rulings.models import Ruling

DEFINITIONS = 2  # version of what the figures mean; increase it when a meaning changes
Plain = dict[str, object]

_COVER = (
    "A box holds what was dropped at its table since the last box was pulled (the log from Since to Pulled), not"
    " what was dropped in the shift. Anything dropped after Pulled is in the next box."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRow:
    """One counted box with its last correction, or the sums of all boxes."""

    table: str = ""
    number: str | None = None
    logged: int
    counted: int
    difference: int
    reason: str | None = None
    by: str | None = None
    since: datetime | None = None  # when the previous box was pulled
    pulled: datetime | None = None


def _all_boxes(boxes: Sequence[BoxRow]) -> BoxRow | None:
    if not boxes:
        return None
    return BoxRow(
        logged=sum(box.logged for box in boxes),
        counted=sum(box.counted for box in boxes),
        difference=sum(box.difference for box in boxes),
    )


BoxFigure = Figure[BoxRow]
RecordFigure = Figure[Ruling]
ChangeFigure = Figure[ChangeCard]
LookFigure = Figure[LookAt]

BOX_LOGGED = BoxFigure("logged", "Logged", "money", lambda box: box.logged)
BOX_COUNTED = BoxFigure("counted", "Counted", "money", lambda box: box.counted)

BOXES = SheetLayout[Sequence[BoxRow], BoxRow](
    key="boxes",
    title="Counted boxes",
    figures=(
        BoxFigure("table", "Table", "text", lambda box: box.table),
        BoxFigure("box", "Box", "text", lambda box: box.number),
        BOX_LOGGED,
        BOX_COUNTED,
        BoxFigure("difference", "Variance", "money", lambda box: box.difference),
        BoxFigure("reason", "Explained", "text", lambda box: box.reason),
        BoxFigure("by", "By", "text", lambda box: box.by),
        BoxFigure("since", "Since", "moment", lambda box: box.since),
        BoxFigure("taken", "Pulled", "moment", lambda box: box.pulled),
    ),
    rows=lambda boxes: boxes,
    total=_all_boxes,
    total_name="All boxes",
    note=lambda _: _COVER,
)
RECORDS = SheetLayout[Sequence[Ruling], Ruling](
    key="records",
    title="Records after rulings",
    figures=(
        RecordFigure("at", "At", "moment", lambda ruling: ruling.at),
        RecordFigure("kind", "What", "text", lambda ruling: ruling.get_kind_display()),
        RecordFigure("number", "Number", "text", lambda ruling: ruling.number),
        RecordFigure(
            "about",
            "About ruling",
            "text",
            lambda ruling: ruling.about.number if ruling.about else "",
        ),
        RecordFigure("table", "Table", "text", lambda ruling: ruling.table.name),
        RecordFigure("result", "Result", "text", lambda ruling: ruling.result),
        RecordFigure("reason", "Reason", "text", lambda ruling: ruling.reason),
        RecordFigure("by", "By", "text", lambda ruling: ruling.by.alias),
    ),
    rows=lambda rulings: rulings,
)
# One column holds figures of several kinds, so they are stored as text.
CHANGED = SheetLayout[ShiftFindings, ChangeCard](
    key="changed",
    title="What changed",
    figures=(
        ChangeFigure("figure", "Figure", "text", lambda card: card.title),
        ChangeFigure("now", "Now", "text", lambda card: card.value),
        ChangeFigure("difference", "Difference", "text", lambda card: card.difference),
        ChangeFigure("note", "Before", "text", lambda card: card.note),
    ),
    rows=lambda findings: findings.cards,
    note=lambda findings: findings.why or f"{findings.title}. Least usual first.",
)
LOOK = SheetLayout[ShiftFindings, LookAt](
    key="look",
    title="To look at",
    figures=(
        LookFigure("what", "What", "text", lambda line: line.title),
        LookFigure("note", "Note", "text", lambda line: line.note),
    ),
    rows=lambda findings: findings.to_look_at,
    note=lambda findings: "" if findings.to_look_at else findings.nothing_to_look_at,
)
FINDINGS = (
    CHANGED.key,
    LOOK.key,
)  # the first sheets of a shift report, present even if they have no rows


def content_of(report_range: ReportRange) -> tuple[Sheet, ...]:
    """Return the sheets to archive: the range's figures, its counted boxes, and later records about its rulings.

    Those of a shift begin with what changed and what to look at.
    """
    figures = dashboard(report_range)
    first = shift_findings(figures) if report_range.shift else ()
    return (
        *first,
        *sheets(figures),
        BOXES.sheet(_boxes(report_range)),
        RECORDS.sheet(_records(report_range)),
    )


def shift_findings(dashboard: Dashboard) -> tuple[Sheet, Sheet]:
    """Return what changed in an ended shift, and what to look at."""
    findings, _ = findings_of(dashboard, (), is_over=True)
    return CHANGED.sheet(findings), LOOK.sheet(findings)


def _boxes(report_range: ReportRange) -> list[BoxRow]:
    """Return the boxes of these shifts with a closed count."""
    boxes = DropBox.objects.filter(
        room=report_range.room,
        day__range=(report_range.first, report_range.last),
        results__isnull=False,
    )
    if report_range.shift:
        boxes = boxes.filter(shift=report_range.shift)
    boxes = boxes.distinct().select_related("table", "previous").prefetch_related("results__by")
    return [_box_row(box) for box in boxes]


def _box_row(box: DropBox) -> BoxRow:
    result = list(box.results.all())[-1]
    return BoxRow(
        table=box.table.name,
        number=f"{box.number}, {box.kind}" if box.kind else box.number,
        logged=result.logged,
        counted=result.total,
        difference=result.difference,
        reason=result.reason,
        by=result.by.alias,
        since=box.previous.taken_at if box.previous else None,
        pulled=box.taken_at,
    )


def _records(report_range: ReportRange) -> list[Ruling]:
    """Return appeals, corrections and paid pots that followed the rulings of these shifts, at any later time."""
    calls = facts_of(report_range).filter(appeals__gt=0).values_list("table_id", "seq")
    rulings = [
        ruling
        for table, seq in calls
        for ruling in Ruling.objects.filter(
            about__call__table=table, about__call__seq=seq
        ).select_related("about", "table", "by")
    ]
    return sorted(rulings, key=lambda ruling: (ruling.at, ruling.pk))


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
