"""Sheets as an XLSX file."""

from collections.abc import Sequence

from reports.export.csv_file import Facts
from reports.figures.figure import Sheet


def xlsx_bytes(sheets: Sequence[Sheet], facts: Facts) -> bytes:
    """Return the XLSX file; its first worksheet has the facts."""
    # Imported on demand: openpyxl takes a quarter of a second to load, and few processes need it.
    from reports.export.workbook import report_workbook

    return report_workbook(sheets, facts)
