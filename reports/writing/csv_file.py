"""Sheets as one CSV file: UTF-8 with the mark that Excel needs, a title above each table, no formulas."""

import csv
from collections.abc import Sequence
from datetime import datetime
from io import StringIO
from typing import Any

from documents.cells import harmless
from reports.figures.sheets import Column, Sheet
from reports.writing.plain import columns, lines

MARK = "\ufeff"  # without it Excel reads UTF-8 as something else
UNITS = {"time": "seconds", "money": "$", "money_rate": "$", "share": "0 to 1"}
Facts = Sequence[tuple[str, str]]


def csv_bytes(sheets: Sequence[Sheet], facts: Facts) -> bytes:
    """facts: name and value of what the file is of, in its head. One sheet without them is a table and nothing else."""
    text = StringIO()
    write = csv.writer(text).writerow
    alone = len(sheets) == 1 and not facts
    if not alone:
        for name, value in facts:
            write((harmless(name), harmless(value)))
    for sheet in sheets:
        if not alone:
            write(())
            write((harmless(sheet.title),))
        write([harmless(_titled(column)) for column in columns(sheet)])
        for line in lines(sheet):
            write([_said(value) for value in line])
        if sheet.note and not alone:
            write((harmless(sheet.note),))
    return (MARK + text.getvalue()).encode()


def _titled(column: Column) -> str:
    """A title with the unit of bare numbers: a table of text has no formats that would tell it."""
    unit = UNITS.get(column.kind, "")
    return f"{column.title}, {unit}" if unit else column.title


def _said(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    return "" if value is None else value
