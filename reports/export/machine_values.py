"""Values of a sheet in the form that programs read."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

from poker.currency import currency
from reports.figures.figure import Column, Row, Sheet
from web.printing.spreadsheet_cells import escape_formula

_ENDS = {"interval", "money_interval", "share_interval"}


def columns(sheet: Sheet) -> Iterator[Column]:
    """Yield the columns of a file. An interval becomes two columns, its low and its high end."""
    for column in sheet.columns:
        if column.kind not in _ENDS:
            yield column
            continue
        kind = {"interval": "rate", "money_interval": "money_rate", "share_interval": "share"}
        for end in ("low", "high"):
            title = f"{column.title}, {end}"
            yield Column(f"{column.key}_{end}", title, kind[column.kind])  # type: ignore[arg-type]


def cells(sheet: Sheet, row: Row) -> Iterator[object]:
    """Yield a row's values in the order of `columns`: money in whole units, times in the room's time zone, None for no
    value.
    """
    for column, value in zip(sheet.columns, row, strict=True):
        if column.kind in _ENDS:
            low, high = value or (None, None)
            kind = "money" if column.kind == "money_interval" else "rate"
            yield from (_plain(kind, low), _plain(kind, high))
        else:
            yield _plain(column.kind, value)


def lines(sheet: Sheet) -> Iterator[list[object]]:
    """Yield the rows and the total, converted by `cells`."""
    rows = (*sheet.rows, sheet.total) if sheet.total else sheet.rows
    for row in rows:
        yield list(cells(sheet, row))


def _plain(kind: str, value: object) -> object:
    if value is None:
        return None
    if kind in ("money", "money_rate") and isinstance(value, int | float):
        return round(value / currency().scale, 4)
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None)
    if isinstance(value, float):
        return round(value, 6)
    return escape_formula(value) if isinstance(value, str) else value
