"""A report as a file: its name, its bytes, its type."""

from collections.abc import Mapping
from datetime import datetime

from poker.refusal import Refusal
from reports.figures.sheets import Sheet
from reports.pages.making import Report
from reports.writing.csv_file import csv_bytes
from reports.writing.paper import pdf_bytes
from reports.writing.values import dated
from reports.writing.xlsx_file import xlsx_bytes

FORMS: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


def made(
    report: Report, form: str, *, by: str, now: datetime, sheet: str = ""
) -> tuple[str, bytes, str]:
    """form: of `FORMS`; sheet: the key of one table, "" for all. Refuses `no_sheet`, `no_pdf_library`."""
    facts = facts_of(report, by=by, now=now)
    sheets = _chosen(report, sheet)
    if form == "csv":
        content = csv_bytes(sheets, () if sheet else facts)
    elif form == "xlsx":
        content = xlsx_bytes(sheets, facts)
    else:
        content = pdf_bytes(report, facts)
    asked = report.asked
    parts = (
        report.kind.key,
        sheet,
        asked.shift,
        f"{asked.first}",
        f"{asked.last}" if asked.days != 1 else "",
    )
    name = "-".join(part for part in parts if part)
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return f"{plain}.{form}", content, FORMS[form]


def facts_of(report: Report, *, by: str, now: datetime) -> tuple[tuple[str, str], ...]:
    """The head of a file: what it is of, how far the logs were counted, who made it and when."""
    return (
        ("Report", report.kind.title),
        ("Room", report.asked.room.name),
        ("Of", report.line),
        *((("Counted", report.counted),) if report.counted else ()),
        ("Made", f"{dated(now)} by {by}"),
        ("Log", report.proof.line),
        *((("Empty", report.empty),) if report.empty else ()),
    )


def _chosen(report: Report, key: str) -> tuple[Sheet, ...]:
    found = tuple(sheet for sheet in report.sheets if key in ("", sheet.key))
    if key and not found:
        raise Refusal("no_sheet", text=key)
    return found
