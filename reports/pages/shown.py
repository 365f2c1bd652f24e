"""A table of a page: which columns of a sheet it has, and every value in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from reports.figures.sheets import Row, Sheet
from reports.writing.values import NUMBERS, said

NO_DRAWING = SafeString("")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. look: class names; drawn: a chart in the place of text."""

    said: str
    look: str = ""
    drawn: SafeString = NO_DRAWING


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a report: chart above table. sub: what is seen, in a line; none: said where there is nothing."""

    key: str
    title: str
    sub: str = ""
    chart: SafeString = NO_DRAWING
    head: tuple[Cell, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    total: tuple[Cell, ...] = ()
    note: str = ""
    none: str = ""
    wide: bool = False
    sheets: tuple[Sheet, ...] = field(default=())  # what its files have


@dataclass(frozen=True, slots=True)
class Pick:
    """A column of a page: its key in the sheet, and where it is said otherwise there, how."""

    key: str
    title: str = ""
    kind: str = ""
    bold: bool = False


def table(
    sheet: Sheet, picks: Sequence[Pick]
) -> tuple[tuple[Cell, ...], tuple[tuple[Cell, ...], ...], tuple[Cell, ...]]:
    """Head, rows and total with the picked columns."""
    places = {column.key: number for number, column in enumerate(sheet.columns)}
    head = tuple(
        Cell(pick.title or sheet.columns[places[pick.key]].title, _look(sheet, places, pick, False))
        for pick in picks
    )
    rows = tuple(_row(sheet, places, picks, row) for row in sheet.rows)
    total = _row(sheet, places, picks, sheet.total) if sheet.total else ()
    return head, rows, total


def block_of(
    key: str,
    title: str,
    sub: str,
    chart: SafeString,
    sheet: Sheet,
    picks: tuple[Pick, ...],
    most: int = 12,
) -> Block:
    """A part with the picked columns of a sheet. most: rows that a page has; a file has all."""
    head, rows, total = table(sheet, picks)
    note = rest(len(rows), most)
    return Block(
        key,
        title,
        sub,
        chart,
        head,
        rows[:most],
        total,
        note,
        none="Nothing here.",
        sheets=(sheet,),
    )


def rest(rows: int, most: int) -> str:
    """How many rows are not on the page; "" where all are."""
    return f"{rows - most:,} more rows are in the files." if rows > most else ""


def _row(
    sheet: Sheet, places: Mapping[str, int], picks: Sequence[Pick], row: Row
) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            said(pick.kind or sheet.columns[places[pick.key]].kind, row[places[pick.key]]),
            _look(sheet, places, pick, pick.bold),
        )
        for pick in picks
    )


def _look(sheet: Sheet, places: Mapping[str, int], pick: Pick, bold: bool) -> str:
    kind = pick.kind or sheet.columns[places[pick.key]].kind
    return " ".join(filter(None, ("n" if kind in NUMBERS else "", "b" if bold else "")))
