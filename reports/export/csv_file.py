"""Sheets as one CSV file: UTF-8 with the byte order mark that Excel needs, a title above each table, no formulas."""

import csv
from collections.abc import Sequence
from datetime import datetime
from io import StringIO

from poker.currency import currency
from reports.export.machine_values import columns, lines
from reports.figures.figure import Column, Sheet
from web.printing.spreadsheet_cells import escape_formula

MARK = "\ufeff"  # Excel does not detect UTF-8 without it
UNITS = {"time": "seconds", "share": "0 to 1"}
MONEY = ("money", "money_rate")
Facts = Sequence[tuple[str, str]]


def csv_bytes(sheets: Sequence[Sheet], facts: Facts) -> bytes:
    """Return the CSV file. facts: names and values at its top. A single sheet without facts is written as a plain
    table.
    """
    text = StringIO()
    write = csv.writer(text).writerow
    alone = len(sheets) == 1 and not facts
    if not alone:
        for name, value in facts:
            write((escape_formula(name), escape_formula(value)))
    for sheet in sheets:
        if not alone:
            write(())
            write((escape_formula(sheet.title),))
        write([escape_formula(_titled(column)) for column in columns(sheet)])
        for line in lines(sheet):
            write([_cell_value(value) for value in line])
        if sheet.note and not alone:
            write((escape_formula(sheet.note),))
    return (MARK + text.getvalue()).encode()


def _titled(column: Column) -> str:
    """Return a column's title with its unit, because CSV has no number formats."""
    unit = currency().symbol if column.kind in MONEY else UNITS.get(column.kind, "")
    return f"{column.title}, {unit}" if unit else column.title


def _cell_value(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    return "" if value is None else value
