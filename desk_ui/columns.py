"""Lists as columns of a board, and columns as its fixed pages."""

from dataclasses import dataclass

ROWS = 7  # names of one column
ACROSS = 4  # columns of one page
PAGES = 2  # while no more lists than columns of so many pages are open
WIDEST = 3  # columns of one list


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """One row. table: to which the name is called, "" while it waits."""

    place: int
    name: str
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A list as a page shows it: names by column, and how many more it has."""

    key: str
    title: str
    tables: str
    wait: str
    names: tuple[Name, ...]
    wide: int = 1
    more: int = 0

    @property
    def blocks(self) -> list[tuple[Name, ...]]:
        """Names by column, as even as it goes; the last row of a cut list says how many more there are."""
        shown = self.names[: self.wide * ROWS - 1] if self.more else self.names
        each = ROWS if self.more else -(-len(shown) // self.wide) or 1
        return [shown[at * each : (at + 1) * each] for at in range(self.wide)]


def pages(columns: list[Column]) -> list[list[Column]]:
    """Pages of columns in their order; long lists are cut first, so that two pages hold all while eight lists do."""
    for widest in range(WIDEST, 0, -1):
        fitted = _packed([_fit(one, widest) for one in columns])
        if len(fitted) <= PAGES:
            break
    return fitted


def _fit(column: Column, widest: int) -> Column:
    wide = min(-(-len(column.names) // ROWS) or 1, widest)
    over = len(column.names) - wide * ROWS
    return Column(
        key=column.key,
        title=column.title,
        tables=column.tables,
        wait=column.wait,
        names=column.names,
        wide=wide,
        more=over + 1 if over > 0 else 0,
    )


def _packed(columns: list[Column]) -> list[list[Column]]:
    """A list never goes over the edge of a page; a later, narrower one may fill what is left of an earlier page."""
    found: list[list[Column]] = [[]]
    for column in columns:
        for page in found:
            if sum(one.wide for one in page) + column.wide <= ACROSS:
                page.append(column)
                break
        else:
            found.append([column])
    return found
