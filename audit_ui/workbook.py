"""A table of texts as a workbook, in which no text is a formula."""

from collections.abc import Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Font

from documents.cells import harmless

WIDEST = 40


def workbook(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> bytes:
    """One page, its head bold and always in sight."""
    book = Workbook()
    page = book.worksheets[0]
    page.title = title
    for number, line in enumerate((head, *rows), 1):
        for place, text in enumerate(line, 1):
            cell = page.cell(number, place)
            cell.value, cell.data_type = harmless(text), "s"
            cell.font = Font(bold=number == 1)
    for column in page.columns:
        longest = max(len(str(cell.value)) for cell in column)
        page.column_dimensions[column[0].column_letter].width = min(WIDEST, longest + 2)
    page.freeze_panes = "B2"
    made = BytesIO()
    book.save(made)
    return made.getvalue()
