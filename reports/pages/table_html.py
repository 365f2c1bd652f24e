"""Tables of a page: the shown columns of a sheet, with every value as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.safestring import SafeString

from poker.currency import currency
from reports.export.display_values import NUMBERS, display
from reports.figures.dashboard import Dashboard
from reports.figures.figure import Data, Figure, Row, Sheet, SheetLayout
from reports.pages.links import ColumnLinks
from staff.permissions import Permission

DECIMAL_BELOW_HOURS = 10  # hours below which a decimal is shown
NO_DRAWING = SafeString("")


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell."""

    text: str
    css_class: str = ""  # CSS class names
    html: SafeString = NO_DRAWING  # a chart in place of text
    link: str = ""  # URL, for readers with the permission `who`
    permission: Permission = "reports.read_reports"


@dataclass(frozen=True, slots=True)
class ReportBlock:
    """One block of a report: a chart above a table."""

    key: str
    title: str
    subtitle: str = ""  # what it shows, in one line
    chart: SafeString = NO_DRAWING
    head: tuple[TableCell, ...] = ()
    rows: tuple[tuple[TableCell, ...], ...] = ()
    total: tuple[TableCell, ...] = ()
    note: str = ""
    empty_text: str = ""  # text shown without data
    wide: bool = False
    sheets: tuple[Sheet, ...] = field(default=())  # the tables of its files


@dataclass(frozen=True, slots=True)
class ColumnPick:
    """A column of a page: its key in the sheet, and a title or kind that differs from the sheet's.

    `¤` in a title is the symbol of the currency.
    """

    key: str
    title: str = ""
    kind: str = ""
    bold: bool = False


def table(
    sheet: Sheet,
    picks: Sequence[ColumnPick],
    links: Sequence[ColumnLinks] = (),
    most: int | None = None,
) -> tuple[tuple[TableCell, ...], tuple[tuple[TableCell, ...], ...], tuple[TableCell, ...]]:
    """Return head, rows and total with the picked columns. most: rows, all if None."""
    places = {column.key: number for number, column in enumerate(sheet.columns)}
    picks = [_exact(sheet, places, pick) for pick in picks]
    head = tuple(
        TableCell(
            (pick.title or sheet.columns[places[pick.key]].title).replace("¤", currency().symbol),
            _look(sheet, places, pick, False),
        )
        for pick in picks
    )
    rows = tuple(
        _linked(_row(sheet, places, picks, row), picks, links, number)
        for number, row in enumerate(sheet.rows[:most])
    )
    total = _row(sheet, places, picks, sheet.total) if sheet.total else ()
    return head, rows, total


def block_of(
    key: str,
    title: str,
    sub: str,
    chart: SafeString,
    sheet: Sheet,
    picks: tuple[ColumnPick, ...],
    most: int = 12,
    links: Sequence[ColumnLinks] = (),
) -> ReportBlock:
    """Return a block with the picked columns of a sheet. most: rows on a page; a file has all."""
    head, rows, total = table(sheet, picks, links, most)
    note = rest(len(sheet.rows), most)
    return ReportBlock(
        key,
        title,
        sub,
        chart,
        head,
        rows,
        total,
        note,
        empty_text="Nothing here.",
        sheets=(sheet,),
    )


def layout_block(
    layout: SheetLayout[Dashboard, Data],
    dashboard: Dashboard,
    subtitle: str = "",
    chart: SafeString = NO_DRAWING,
    *,
    page: Sequence[Figure[Data]] = (),
    most: int = 12,
    links: Sequence[ColumnLinks] = (),
) -> ReportBlock:
    """Return the block of a layout.

    page: the figures shown, in place of the layout's own. most: rows on a page; a file has all.
    """
    picks = tuple(
        ColumnPick(figure.key, figure.page_title, figure.page_kind, figure.is_bold)
        for figure in page or layout.page
    )
    sheet = layout.sheet(dashboard)
    return block_of(layout.key, layout.title, subtitle, chart, sheet, picks, most, links)


def rest(rows: int, most: int) -> str:
    """Return how many rows the page leaves out as text; "" if it has all."""
    return f"{rows - most:,} more rows in the files." if rows > most else ""


def _exact(sheet: Sheet, places: Mapping[str, int], pick: ColumnPick) -> ColumnPick:
    """Give hours a decimal if one is under ten, and two if one is under one; whole hours would not add up."""
    if pick.kind != "hours":
        return pick
    least = min((row[places[pick.key]] for row in sheet.rows), default=DECIMAL_BELOW_HOURS)
    if least >= DECIMAL_BELOW_HOURS:
        return pick
    return replace(pick, kind="few_hours" if least >= 1 else "fewer_hours")


def _linked(
    row: tuple[TableCell, ...],
    picks: Sequence[ColumnPick],
    links: Sequence[ColumnLinks],
    number: int,
) -> tuple[TableCell, ...]:
    to = {
        column_links.key: (column_links.urls[number], column_links.permission)
        for column_links in links
    }
    return tuple(
        replace(cell, link=to[pick.key][0], permission=to[pick.key][1]) if pick.key in to else cell
        for cell, pick in zip(row, picks, strict=True)
    )


def _row(
    sheet: Sheet, places: Mapping[str, int], picks: Sequence[ColumnPick], row: Row
) -> tuple[TableCell, ...]:
    return tuple(
        TableCell(
            display(pick.kind or sheet.columns[places[pick.key]].kind, row[places[pick.key]]),
            _look(sheet, places, pick, pick.bold),
        )
        for pick in picks
    )


def _look(sheet: Sheet, places: Mapping[str, int], pick: ColumnPick, bold: bool) -> str:
    kind = pick.kind or sheet.columns[places[pick.key]].kind
    return " ".join(filter(None, ("n" if kind in NUMBERS else "", "b" if bold else "")))
