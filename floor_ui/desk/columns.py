"""Waitlists as columns of the board, and columns as fixed pages."""

from dataclasses import dataclass

ROWS_PER_COLUMN = 7  # entries of a column
COLUMNS_PER_PAGE = 4  # columns of a page
MAX_PAGES = 2  # pages, unless the lists need more even at one column each
MAX_LIST_COLUMNS = 3  # columns of a waitlist


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardName:
    """A row of the board."""

    position: int
    name: str
    table: str  # table the player is called to, "" while waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardColumn:
    """A waitlist on a page of the board: entries by column, and how many more there are."""

    key: str
    title: str
    tables: str
    wait: str
    names: tuple[BoardName, ...]
    width: int = 1
    hidden: int = 0

    @property
    def blocks(self) -> list[tuple[BoardName, ...]]:
        """Return the entries by column, as even as possible; the last row of a cut list gives the number of the
        others.
        """
        board_names = self.names[: self.width * ROWS_PER_COLUMN - 1] if self.hidden else self.names
        each = ROWS_PER_COLUMN if self.hidden else -(-len(board_names) // self.width) or 1
        return [board_names[at * each : (at + 1) * each] for at in range(self.width)]


def pages(columns: list[BoardColumn]) -> list[list[BoardColumn]]:
    """Return the pages of columns in order. Long lists are cut first, so that eight lists fit on two pages."""
    for widest in range(MAX_LIST_COLUMNS, 0, -1):
        fitted = _pack([_fit(column, widest) for column in columns])
        if len(fitted) <= MAX_PAGES:
            break
    return fitted


def _fit(column: BoardColumn, widest: int) -> BoardColumn:
    wide = min(-(-len(column.names) // ROWS_PER_COLUMN) or 1, widest)
    over = len(column.names) - wide * ROWS_PER_COLUMN
    return BoardColumn(
        key=column.key,
        title=column.title,
        tables=column.tables,
        wait=column.wait,
        names=column.names,
        width=wide,
        hidden=over + 1 if over > 0 else 0,
    )


def _pack(columns: list[BoardColumn]) -> list[list[BoardColumn]]:
    """Pack columns into pages. A list never spans two pages; a narrower one may fill an earlier page."""
    results: list[list[BoardColumn]] = [[]]
    for column in columns:
        for page in results:
            if sum(placed.width for placed in page) + column.width <= COLUMNS_PER_PAGE:
                page.append(column)
                break
        else:
            results.append([column])
    return results
