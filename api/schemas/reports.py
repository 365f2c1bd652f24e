"""Reports: the same tables of values as on the pages and in the files."""

from datetime import date, datetime
from typing import Any

import msgspec

from reports.figures.figure import Kind, Sheet
from web.api.responses import NamedRef


class ColumnItem(msgspec.Struct, frozen=True):
    """A column. kind: type of its values; money in the smallest unit, durations in seconds, times in UTC."""

    key: str
    title: str
    kind: Kind


class SheetItem(msgspec.Struct, frozen=True):
    """A table of values; any may be null. total: the last row; note: how to read the figures."""

    key: str
    title: str
    columns: list[ColumnItem]
    rows: list[list[Any]]
    total: list[Any] | None
    note: str


class Report(msgspec.Struct, frozen=True):
    """The report requested, with its sheets."""

    room: NamedRef
    first: date | None
    last: date | None
    since: datetime | None
    until: datetime | None
    shift: str
    sheets: list[SheetItem]


def sheet_item(sheet: Sheet) -> SheetItem:
    return SheetItem(
        key=sheet.key,
        title=sheet.title,
        columns=[ColumnItem(column.key, column.title, column.kind) for column in sheet.columns],
        rows=[list(row) for row in sheet.rows],
        total=list(sheet.total) if sheet.total is not None else None,
        note=sheet.note,
    )
