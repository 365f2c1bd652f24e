"""Sheets as an openpyxl workbook: one worksheet each, numbers with formats, text never a formula."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from reports.export.csv_file import Facts
from reports.export.machine_values import columns, lines
from reports.figures.sheets import Sheet
from web.printing.spreadsheet_cells import escape_formula

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
    """Return the workbook: a first worksheet with the facts, then one for each sheet."""
    book = Workbook()
    about = book.worksheets[0]
    about.title = "About"
    for number, (name, value) in enumerate(facts, 1):
        _text(about.cell(number, 1), name).font = BOLD
        _text(about.cell(number, 2), value)
    about.column_dimensions["A"].width, about.column_dimensions["B"].width = 24, WIDEST
    for sheet in sheets:
        _fill(book.create_sheet(_title(sheet.title, book.sheetnames)), sheet)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _fill(page: Worksheet, sheet: Sheet) -> None:
    kinds = [column.kind for column in columns(sheet)]
    for number, column in enumerate(columns(sheet), 1):
        _text(page.cell(1, number), column.title).font = BOLD
        page.column_dimensions[get_column_letter(number)].width = max(10, len(column.title) + 2)
    row, match = 1, list(lines(sheet))
    for row, line in enumerate(match, 2):
        for number, (kind, value) in enumerate(zip(kinds, line, strict=True), 1):
            _write(page, row, number, kind, value)
    for number in range(len(kinds)):
        longest = max(
            (len(value) for line in match if isinstance(value := line[number], str)), default=0
        )
        width = page.column_dimensions[get_column_letter(number + 1)]
        width.width = max(width.width, min(WIDEST, longest + 2))
    if sheet.total:
        for item in page[row]:
            item.font = BOLD
    if sheet.note:
        _text(page.cell(row + 2, 1), sheet.note)
    page.freeze_panes = "B2"


def _write(page: Worksheet, row: int, number: int, kind: str, value: Any) -> None:
    cell = page.cell(row, number)
    if value is None:
        return
    if isinstance(value, str):
        _text(cell, value)
        return
    cell.value = value / A_DAY if kind == "time" else value
    cell.number_format = FORMATS.get(kind, "General")


def _text(cell: Cell, text: str) -> Cell:
    """Return a text cell, even if the text starts like a formula."""
    cell.value = escape_formula(text)
    cell.data_type = "s"
    match: Cell = cell
    return match


def _title(title: str, taken: Sequence[str]) -> str:
    """Return the title of a worksheet: at most 31 characters, without the forbidden ones."""
    short = re.sub(r"[\[\]:*?/\\']", " ", title)[:28].strip() or "Sheet"
    return f"{short} {len(taken)}" if short in taken else short
