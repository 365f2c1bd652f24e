"""Tables as a workbook with one worksheet each. The head is bold and frozen, and text is never a formula."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from web.printing.spreadsheet_cells import escape_formula

Value = str | int | float | date | datetime | None
BOLD = Font(bold=True)
NARROWEST = 10  # characters
WIDEST = 60  # characters


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A worksheet."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Value]]
    formats: Sequence[str] = ()  # the number format of each column, "" for text and plain numbers
    total: bool = False  # whether the last row has totals
    names: bool = False  # whether the first column is bold and there is no head
    note: str = ""  # a text below the table


def workbook_bytes(tables: Sequence[PrintedTable]) -> bytes:
    """Return the workbook file, with the tables in order."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for table in tables:
        _fill(book.create_sheet(_title(table.title, book.sheetnames)), table)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _fill(page: Worksheet, table: PrintedTable) -> None:
    first = 2 if table.head else 1
    for column, title in enumerate(table.head, 1):
        _text(page.cell(1, column), title).font = BOLD
    for row, line in enumerate(table.rows, first):
        for column, value in enumerate(line, 1):
            cell = page.cell(row, column)
            _write(cell, value, table.formats[column - 1] if table.formats else "")
            if (table.names and column == 1) or (table.total and line is table.rows[-1]):
                cell.font = BOLD
    for column in range(max(len(table.head), *(len(line) for line in table.rows), 0)):
        texts = list(table.head[column : column + 1])
        texts += [value for line in table.rows if isinstance(value := line[column], str)]
        longest = max((len(text) for text in texts), default=0)
        width = max(NARROWEST, min(WIDEST, longest + 2))
        page.column_dimensions[get_column_letter(column + 1)].width = width
    if table.note:
        _text(page.cell(first + len(table.rows) + 1, 1), table.note)
    if table.head:
        page.freeze_panes = "B2"


def _write(cell: Cell, value: Value, number_format: str) -> None:
    if isinstance(value, str):
        _text(cell, value)
    elif value is not None:
        cell.value = value
        cell.number_format = number_format or "General"


def _text(cell: Cell, text: str) -> Cell:
    """Return a text cell, even if the text starts like a formula."""
    cell.value = escape_formula(text)
    cell.data_type = "s"
    return cell


def _title(title: str, other_titles: Sequence[str]) -> str:
    """Return the title of a worksheet: at most 31 characters, without those that Excel forbids."""
    short = re.sub(r"[\[\]:*?/\\']", " ", title)[:28].strip() or "Sheet"
    return f"{short} {len(other_titles)}" if short in other_titles else short
