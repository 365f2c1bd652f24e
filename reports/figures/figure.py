"""Figures, each declared once, and the report tables built from them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

# The kinds of values. int, money (smallest unit), rate (a float), money_rate (a float of the
# smallest unit), share (0 to 1); intervals are pairs of low and high, or None; time: seconds;
# moment: UTC; day; text. A value may be None.
Kind = Literal[
    "text",
    "int",
    "money",
    "rate",
    "money_rate",
    "share",
    "interval",
    "money_interval",
    "share_interval",
    "time",
    "moment",
    "day",
]
Row = tuple[Any, ...]
Source = TypeVar("Source")  # the source of a report, such as a dashboard
Data = TypeVar("Data")  # the source of one row, such as the hands of one game


@dataclass(frozen=True, slots=True)
class Column:
    key: str
    title: str
    kind: Kind = "int"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of values."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    total: Row | None = None  # the last row, if any
    note: str = ""  # how to read the figures


@dataclass(frozen=True, slots=True)
class Definition:
    """An entry of the definitions page: the meaning of one or several figures."""

    name: str
    meaning: str
    source: str
    interval: str
    n: str = ""  # the cases that n counts


# Without slots: Python 3.11 cannot call the alias of a frozen generic dataclass that has them.
@dataclass(frozen=True)
class Figure(Generic[Data]):
    """One figure: a column of all sheets and pages that have it.

    `¤` in the page's title is replaced by the currency symbol.
    """

    key: str
    title: str
    kind: Kind
    value: Callable[[Data], object]
    definition: Definition | None = None
    page_title: str = ""  # title on a page, if shorter
    page_kind: str = ""  # format on a page, if narrower (`reports.export.display_values`)
    is_bold: bool = False  # on a page


@dataclass(frozen=True, kw_only=True)
class SheetLayout(Generic[Source, Data]):
    """The layout of a sheet: its figures, its rows, and the figures shown on its page.

    The first figure names the row; `total_name` is its value in the total.
    """

    key: str
    title: str
    figures: tuple[Figure[Data], ...]
    rows: Callable[[Source], Iterable[Data]]
    total: Callable[[Source], Data | None] = lambda _: None
    total_name: str = ""
    note: Callable[[Source], str] = lambda _: ""
    page: tuple[Figure[Data], ...] = ()

    def sheet(self, source: Source) -> Sheet:
        columns = tuple(Column(figure.key, figure.title, figure.kind) for figure in self.figures)
        rows = tuple(
            tuple(figure.value(data) for figure in self.figures) for data in self.rows(source)
        )
        return Sheet(self.key, self.title, columns, rows, self._total(source), self.note(source))

    def _total(self, source: Source) -> Row | None:
        data = self.total(source)
        if data is None:
            return None
        return (self.total_name, *(figure.value(data) for figure in self.figures[1:]))
