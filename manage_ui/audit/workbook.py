"""A table of texts as a workbook in which no text is a formula."""

from collections.abc import Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Font

from web.printing.spreadsheet_cells import escape_formula

WIDEST = 40


def workbook(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> bytes:
    """Return one worksheet with a bold, frozen head."""
    book = Workbook()
    page = book.worksheets[0]
    page.title = title
    for number, line in enumerate((head, *rows), 1):
        for position, text in enumerate(line, 1):
            cell = page.cell(number, position)
            cell.value, cell.data_type = escape_formula(text), "s"
            cell.font = Font(bold=number == 1)
    for column in page.columns:
        longest = max(len(str(cell.value)) for cell in column)
        page.column_dimensions[column[0].column_letter].width = min(WIDEST, longest + 2)
    page.freeze_panes = "B2"
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()
