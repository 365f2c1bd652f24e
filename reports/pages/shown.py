"""A table of a page: which columns of a sheet it has, and every value in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.safestring import SafeString

from reports.figures.sheets import Row, Sheet
from reports.pages.links import Links
from reports.pages.roles import Action
from reports.writing.values import NUMBERS, said

SMALL = 10  # hours under which a decimal is told
NO_DRAWING = SafeString("")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. look: class names; drawn: a chart in the place of text; link: where it leads whoever may do `who`."""

    said: str
    look: str = ""
    drawn: SafeString = NO_DRAWING
    link: str = ""
    who: Action = "all"


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
    sheet: Sheet, picks: Sequence[Pick], links: Sequence[Links] = ()
) -> tuple[tuple[Cell, ...], tuple[tuple[Cell, ...], ...], tuple[Cell, ...]]:
    """Head, rows and total with the picked columns."""
    places = {column.key: number for number, column in enumerate(sheet.columns)}
    picks = [_exact(sheet, places, pick) for pick in picks]
    head = tuple(
        Cell(pick.title or sheet.columns[places[pick.key]].title, _look(sheet, places, pick, False))
        for pick in picks
    )
    rows = tuple(
        _linked(_row(sheet, places, picks, row), picks, links, number)
        for number, row in enumerate(sheet.rows)
    )
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
    links: Sequence[Links] = (),
) -> Block:
    """A part with the picked columns of a sheet. most: rows that a page has; a file has all."""
    head, rows, total = table(sheet, picks, links)
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


def _exact(sheet: Sheet, places: Mapping[str, int], pick: Pick) -> Pick:
    """Hours have a decimal where one of the column is under ten, and two under one: whole ones would not add up."""
    if pick.kind != "hours":
        return pick
    least = min((row[places[pick.key]] for row in sheet.rows), default=SMALL)
    if least >= SMALL:
        return pick
    return replace(pick, kind="few_hours" if least >= 1 else "fewer_hours")


def _linked(
    row: tuple[Cell, ...], picks: Sequence[Pick], links: Sequence[Links], number: int
) -> tuple[Cell, ...]:
    to = {one.key: (one.to[number], one.who) for one in links}
    return tuple(
        replace(cell, link=to[pick.key][0], who=to[pick.key][1]) if pick.key in to else cell
        for cell, pick in zip(row, picks, strict=True)
    )


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
