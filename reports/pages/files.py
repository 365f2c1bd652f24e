"""A report as a file: its name, content and type."""

from collections.abc import Mapping
from datetime import datetime

from poker.refusal import Refusal
from reports.export.csv_file import csv_bytes
from reports.export.display_values import dated
from reports.export.pdf import pdf_bytes
from reports.export.xlsx_file import xlsx_bytes
from reports.figures.sheets import Sheet
from reports.pages.build import Report

FORMS: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


def made(
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
        content = pdf_bytes(report, facts)
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
    """Return the head of a file: its range, up to when the logs were counted, and who created it when."""
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
