"""Figures, each declared once, and the tables of a report that they make."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

# int, money (smallest unit), rate (a float), money_rate (a float of the smallest unit), share (0 to 1); intervals are
# pairs of low and high, or None; time: seconds; moment: UTC; day; text. A value may be None.
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
Source = TypeVar("Source")  # what a report is made from, such as a dashboard
Data = TypeVar("Data")  # what one row is made from, such as the hands of one game


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key, its title for people, and the kind of its values."""

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
    total: Row | None = None  # the last row, if there is one
    note: str = ""  # how to read the figures


@dataclass(frozen=True, slots=True)
class Definition:
    """An entry of the definitions page: what one or several figures mean."""

    name: str
    meaning: str
    source: str
    interval: str
    n: str = ""  # what n counts


# Without slots: Python 3.11 can't call the alias of a generic dataclass that is frozen and has them.
@dataclass(frozen=True)
class Figure(Generic[Data]):
    """One figure: a column of the sheets and pages that have it.

    `¤` in the page's title is the symbol of the currency.
    """

    key: str
    title: str
    kind: Kind
    value: Callable[[Data], object]
    definition: Definition | None = None
    page_title: str = ""  # title on a page, if it is shorter
    page_kind: str = ""  # format on a page, if it is narrower (`reports.export.display_values`)
    is_bold: bool = False  # on a page


@dataclass(frozen=True, kw_only=True)
class SheetLayout(Generic[Source, Data]):
    """How a sheet is made: its figures, its rows, and the figures that its page shows.

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
        """Return the table of values."""
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
