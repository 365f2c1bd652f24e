"""Reports: the same tables of values as the pages and files have."""

from datetime import date, datetime
from typing import Any

import msgspec

from api.shapes.common import Named
from reports.figures.sheets import Kind, Sheet


class ColumnItem(msgspec.Struct, frozen=True):
    """One column. kind: what its values are; money is the smallest unit, times are seconds, moments are UTC."""

    key: str
    title: str
    kind: Kind


class SheetItem(msgspec.Struct, frozen=True):
    """A table of values, any of which may be null. total: the last row; note: how the figures are meant."""

    key: str
    title: str
    columns: list[ColumnItem]
    rows: list[list[Any]]
    total: list[Any] | None
    note: str


class Report(msgspec.Struct, frozen=True):
    """What was asked for, and its sheets."""

    room: Named
    first: date | None
    last: date | None
    since: datetime | None
    until: datetime | None
    shift: str
    sheets: list[SheetItem]


def sheet_item(sheet: Sheet) -> SheetItem:
    """Of a sheet."""
    return SheetItem(
        key=sheet.key,
        title=sheet.title,
        columns=[ColumnItem(one.key, one.title, one.kind) for one in sheet.columns],
        rows=[list(row) for row in sheet.rows],
        total=list(sheet.total) if sheet.total is not None else None,
        note=sheet.note,
    )
