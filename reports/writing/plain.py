"""A value of a sheet as a program reads it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils import timezone

from documents.cells import harmless
from reports.figures.sheets import Column, Row, Sheet

_ENDS = {"interval", "money_interval", "share_interval"}


def columns(sheet: Sheet) -> Iterator[Column]:
    """Those of a file: an interval is two, its low and its high end."""
    for column in sheet.columns:
        if column.kind not in _ENDS:
            yield column
            continue
        kind = {"interval": "rate", "money_interval": "money_rate", "share_interval": "share"}
        for end in ("low", "high"):
            title = f"{column.title}, {end}"
            yield Column(f"{column.key}_{end}", title, kind[column.kind])  # type: ignore[arg-type]


def cells(sheet: Sheet, row: Row) -> Iterator[Any]:
    """A row's values, as many as `columns`: money in whole units, moments in the room's time, None for nothing."""
    for column, value in zip(sheet.columns, row, strict=True):
        if column.kind in _ENDS:
            low, high = value or (None, None)
            kind = "money" if column.kind == "money_interval" else "rate"
            yield from (_plain(kind, low), _plain(kind, high))
        else:
            yield _plain(column.kind, value)


def lines(sheet: Sheet) -> Iterator[list[Any]]:
    """Rows and the total, as `cells`."""
    rows = (*sheet.rows, sheet.total) if sheet.total else sheet.rows
    for row in rows:
        yield list(cells(sheet, row))


def _plain(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind in ("money", "money_rate"):
        return round(value / 100, 4)
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None)
    if isinstance(value, float):
        return round(value, 6)
    return harmless(value) if isinstance(value, str) else value
