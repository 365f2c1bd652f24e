"""Sheets as a workbook of openpyxl: a page each, numbers as numbers with their format, text never a formula."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from documents.cells import harmless
from reports.figures.sheets import Sheet
from reports.writing.csv_file import Facts
from reports.writing.plain import columns, lines

FORMATS = {
    "int": "#,##0",
    "money": '"$"#,##0.00',
    "rate": "#,##0.0",
    "money_rate": '"$"#,##0.00',
    "share": "0.0%",
    "time": "[h]:mm:ss",
    "moment": "yyyy-mm-dd hh:mm",
    "day": "yyyy-mm-dd",
}
A_DAY = 86_400  # seconds: a spreadsheet counts time in days
BOLD = Font(bold=True)
WIDEST = 60


def workbook_bytes(sheets: Sequence[Sheet], facts: Facts) -> bytes:
    """The first page says what it is of; then a page for each sheet."""
    book = Workbook()
    about = book.worksheets[0]
    about.title = "About"
    for number, (name, value) in enumerate(facts, 1):
        _text(about.cell(number, 1), name).font = BOLD
        _text(about.cell(number, 2), value)
    about.column_dimensions["A"].width, about.column_dimensions["B"].width = 24, WIDEST
    for sheet in sheets:
        _fill(book.create_sheet(_title(sheet.title, book.sheetnames)), sheet)
    made = BytesIO()
    book.save(made)
    return made.getvalue()


def _fill(page: Worksheet, sheet: Sheet) -> None:
    kinds = [column.kind for column in columns(sheet)]
    for number, column in enumerate(columns(sheet), 1):
        _text(page.cell(1, number), column.title).font = BOLD
        page.column_dimensions[get_column_letter(number)].width = max(10, len(column.title) + 2)
    row, found = 1, list(lines(sheet))
    for row, line in enumerate(found, 2):
        for number, (kind, value) in enumerate(zip(kinds, line, strict=True), 1):
            _write(page, row, number, kind, value)
    for number in range(len(kinds)):
        longest = max(
            (len(line[number]) for line in found if isinstance(line[number], str)), default=0
        )
        width = page.column_dimensions[get_column_letter(number + 1)]
        width.width = max(width.width, min(WIDEST, longest + 2))
    if sheet.total:
        for one in page[row]:
            one.font = BOLD
    if sheet.note:
        _text(page.cell(row + 2, 1), sheet.note)
    page.freeze_panes = "B2"


def _write(page: Worksheet, row: int, number: int, kind: str, value: Any) -> None:
    cell: Any = page.cell(row, number)
    if value is None:
        return
    if isinstance(value, str):
        _text(cell, value)
        return
    cell.value = value / A_DAY if kind == "time" else value
    cell.number_format = FORMATS.get(kind, "General")


def _text(cell: Any, text: str) -> Cell:
    """A cell of text, whatever it begins with."""
    cell.value = harmless(text)
    cell.data_type = "s"
    found: Cell = cell
    return found


def _title(title: str, taken: Sequence[str]) -> str:
    """Of a page: 31 letters, some of them not allowed."""
    short = re.sub(r"[\[\]:*?/\\']", " ", title)[:28].strip() or "Sheet"
    return f"{short} {len(taken)}" if short in taken else short
