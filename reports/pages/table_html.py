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

DECIMAL_BELOW_HOURS = 10  # below this many hours a decimal is shown
NO_DRAWING = SafeString("")


@dataclass(frozen=True, slots=True)
class TableCell:
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
    empty_text: str = ""  # shown without data
    wide: bool = False
    sheets: tuple[Sheet, ...] = field(default=())  # the tables of its files


def table(
    sheet: Sheet,
    figures: Sequence[Figure[Data]],
    links: Sequence[ColumnLinks] = (),
    most: int | None = None,
) -> tuple[tuple[TableCell, ...], tuple[tuple[TableCell, ...], ...], tuple[TableCell, ...]]:
    """Return head, rows and total with these figures of a sheet. most: the number of rows, or None for all."""
    places = {column.key: number for number, column in enumerate(sheet.columns)}
    figures = [_exact(sheet, places, figure) for figure in figures]
    head = tuple(head_cell(figure) for figure in figures)
    rows = tuple(
        _linked(_row(places, figures, row), figures, links, number)
        for number, row in enumerate(sheet.rows[:most])
    )
    total = _row(places, figures, sheet.total) if sheet.total else ()
    return head, rows, total


def block_of(
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

    page: the shown figures, instead of the layout's own. most: rows on a page; a file has all.
    """
    sheet = layout.sheet(dashboard)
    head, rows, total = table(sheet, page or layout.page, links, most)
    return ReportBlock(
        layout.key,
        layout.title,
        subtitle,
        chart,
        head,
        rows,
        total,
        note=rest(len(sheet.rows), most),
        empty_text="Nothing here.",
        sheets=(sheet,),
    )


def head_cell(figure: Figure[Data]) -> TableCell:
    title = figure.page_title or figure.title
    return TableCell(title.replace("¤", currency().symbol), _look(figure, is_bold=False))


def figure_cell(figure: Figure[Data], value: object) -> TableCell:
    kind = figure.page_kind or figure.kind
    return TableCell(display(kind, value), _look(figure, is_bold=figure.is_bold))


def rest(rows: int, most: int) -> str:
    """Return a note on how many rows the page leaves out; "" if it has all."""
    return f"{rows - most:,} more rows in the files." if rows > most else ""


def _exact(sheet: Sheet, places: Mapping[str, int], figure: Figure[Data]) -> Figure[Data]:
    """Give hours a decimal if one is under ten, and two if one is under one, because whole hours would not add up."""
    if figure.page_kind != "hours":
        return figure
    least = min((row[places[figure.key]] for row in sheet.rows), default=DECIMAL_BELOW_HOURS)
    if least >= DECIMAL_BELOW_HOURS:
        return figure
    return replace(figure, page_kind="few_hours" if least >= 1 else "fewer_hours")


def _linked(
    row: tuple[TableCell, ...],
    figures: Sequence[Figure[Data]],
    links: Sequence[ColumnLinks],
    number: int,
) -> tuple[TableCell, ...]:
    to = {
        column_links.key: (column_links.urls[number], column_links.permission)
        for column_links in links
    }
    return tuple(
        replace(cell, link=to[figure.key][0], permission=to[figure.key][1])
        if figure.key in to
        else cell
        for cell, figure in zip(row, figures, strict=True)
    )


def _row(
    places: Mapping[str, int], figures: Sequence[Figure[Data]], row: Row
) -> tuple[TableCell, ...]:
    return tuple(figure_cell(figure, row[places[figure.key]]) for figure in figures)


def _look(figure: Figure[Data], *, is_bold: bool) -> str:
    kind = figure.page_kind or figure.kind
    return " ".join(filter(None, ("n" if kind in NUMBERS else "", "b" if is_bold else "")))
