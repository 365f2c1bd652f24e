"""Sheets of reports as a workbook: a first worksheet with the facts, then one for each sheet."""

from collections.abc import Sequence
from datetime import date, datetime

from poker.currency import currency
from reports.export.csv_file import MONEY, Facts
from reports.export.machine_values import columns, lines
from reports.figures.figure import Sheet
from web.printing.workbook import PrintedTable, Value, workbook_bytes

FORMATS = {
    "int": "#,##0",
    "rate": "#,##0.0",
    "share": "0.0%",
    "time": "[h]:mm:ss",
    "moment": "yyyy-mm-dd hh:mm",
    "day": "yyyy-mm-dd",
}
A_DAY = 86_400  # a spreadsheet counts time in days, not seconds


def report_workbook(sheets: Sequence[Sheet], facts: Facts) -> bytes:
    about = PrintedTable("About", (), [(name, value) for name, value in facts], names=True)
    return workbook_bytes([about, *(_printed(sheet) for sheet in sheets)])


def _format(kind: str) -> str:
    """Return the number format of a column; the spreadsheet adds the separators of its own language."""
    if kind not in MONEY:
        return FORMATS.get(kind, "")
    unit = currency()
    number = f"#,##0.{'0' * unit.decimals}" if unit.decimals else "#,##0"
    symbol = f'"{unit.symbol}{unit.space}"'
    return f'{number}"{unit.space}{unit.symbol}"' if unit.after else f"{symbol}{number}"


def _printed(sheet: Sheet) -> PrintedTable:
    kinds = [column.kind for column in columns(sheet)]
    return PrintedTable(
        title=sheet.title,
        head=[column.title for column in columns(sheet)],
        rows=[list(map(_cell, kinds, line)) for line in lines(sheet)],
        formats=[_format(kind) for kind in kinds],
        total=bool(sheet.total),
        note=sheet.note,
    )


def _cell(kind: str, value: object) -> Value:
    if kind == "time" and isinstance(value, int | float):
        return value / A_DAY
    if value is None or isinstance(value, str | int | float | date | datetime):
        return value
    raise TypeError(f"no cell for {value!r}")
