"""Sheets as an XLSX file."""

from collections.abc import Sequence

from reports.figures.sheets import Sheet
from reports.writing.csv_file import Facts


def xlsx_bytes(sheets: Sequence[Sheet], facts: Facts) -> bytes:
    """The first page says what it is of; then a page for each sheet."""
    # Imported when it is asked for: openpyxl takes a quarter of a second, and few processes make such files.
    from reports.writing.workbook import workbook_bytes

    return workbook_bytes(sheets, facts)
