"""A report as a file: its name, content and type."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from poker.refusal import Refusal
from reports.export.csv_file import Facts, csv_bytes
from reports.export.display_values import dated
from reports.export.portrait import portrait_rows
from reports.export.xlsx_file import xlsx_bytes
from reports.figures.figure import Sheet
from reports.pages.build import Report
from reports.pages.table_html import ReportBlock
from web.printing.pdf import pdf

FORMS: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}
# Kinds printed on portrait A4; all others are on landscape.
PORTRAIT = ("shift", "day", "week", "range")


def file_of(
    report: Report, form: str, *, by: str, now: datetime, sheet: str = ""
) -> tuple[str, bytes, str]:
    """Return the file's name, content and media type.

    form: one of `FORMS`; sheet: the key of one table, "" for all. Raises `Refusal`: `no_sheet`, `no_pdf_library`.
    """
    facts = facts_of(report, by=by, now=now)
    sheets = _chosen(report, sheet)
    if form == "csv":
        content = csv_bytes(sheets, () if sheet else facts)
    elif form == "xlsx":
        content = xlsx_bytes(sheets, facts)
    else:
        content = _pdf_bytes(report, facts)
    report_range = report.report_range
    parts = (
        report.kind.key,
        sheet,
        report_range.shift,
        f"{report_range.first}",
        f"{report_range.last}" if report_range.days != 1 else "",
    )
    name = "-".join(part for part in parts if part)
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return f"{plain}.{form}", content, FORMS[form]


def facts_of(report: Report, *, by: str, now: datetime) -> tuple[tuple[str, str], ...]:
    """Return the head of a file: its range, the time up to which the logs were counted, who created it and when."""
    return (
        ("Report", report.kind.title),
        ("Room", report.report_range.room.name),
        ("Of", report.range_text),
        *((("Counted", report.counted_text),) if report.counted_text else ()),
        ("Made", f"{dated(now)} by {by}"),
        ("Log", report.proof.text),
        *((("Empty", report.empty),) if report.empty else ()),
    )


def _chosen(report: Report, key: str) -> tuple[Sheet, ...]:
    sheets = tuple(sheet for sheet in report.sheets if key in ("", sheet.key))
    if key and not sheets:
        raise Refusal("no_sheet", text=key)
    return sheets


def _pdf_bytes(report: Report, facts: Facts) -> bytes:
    """Return the PDF. facts: names and values for its head. Raises `Refusal`: `no_pdf_library`."""
    is_portrait = report.kind.key in PORTRAIT
    pairs = portrait_rows(report.blocks) if is_portrait else list(_pairs(report.blocks))
    # Paper has no links.
    context: dict[str, object] = {
        "report": report,
        "facts": facts,
        "pairs": pairs,
        "is_portrait": is_portrait,
        "permissions": (),
    }
    return pdf("reports/pdf.html", context)


def _pairs(blocks: Iterable[ReportBlock]) -> Iterable[list[ReportBlock]]:
    """Arrange blocks in rows, in order: a wide block has its own row, two others share one."""
    row: list[ReportBlock] = []
    for block in blocks:
        if block.wide:
            yield [block]
            continue
        row.append(block)
        if len(row) == 2:
            yield row
            row = []
    if row:
        yield row
