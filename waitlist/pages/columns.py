"""The names of the board in columns and pages: a pure function of the lists and of the rows of a column.

Lists fill column by column. A list that continues in the next column repeats its title. A title has at least two names
of its list below it, and a column that continues a list begins with at least three of its names, unless the list has
fewer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from waitlist.pages.text_width import first_fit, line_count

COLUMNS_PER_PAGE = 4
# Of a column under a strip of one row of calls, and of two. A row is 52 px.
ROWS = 12
ROWS_UNDER_TWO = 9
LEAST_ROWS = 6  # minimum height of a column: a head and two names of two rows
# Half rows, because the gap above a second list is half a row.
ROW = 2
GAP = 1
HEAD = 2 * ROW  # of a list
HEAD_AGAIN = ROW  # height of the head of a list that continues, and of the messages
LEAST_UNDER_HEAD = 2  # names
LEAST_GOING_ON = 3  # names
COLUMN = 435  # px
# px of the positions, by the digits of the list's last one.
POSITION_WIDTHS = {1: 62, 2: 62, 3: 80, 4: 104}
# Font size in px and lines; only the first is one row. The last one fits every alias.
NAME_STEPS = ((46, 1), (46, 2), (32, 3), (24, 4))
TITLE_STEPS = ((54, 1), (42, 1), (30, 1))
TITLE_AGAIN_STEPS = ((46, 1), (34, 1), (26, 1))
FROM = 160  # px, the width of "from 22"
MESSAGE_SIZE = 40  # px
MAX_MESSAGE_LINES = 7  # so that a message fits into a column of nine rows


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardName:
    """A name on the board, or a text of the house. rows: its height; fit: its step in NAME_STEPS."""

    position: int
    name: str
    is_called: bool = False
    rows: int = 1
    fit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardList:
    """A waitlist with all its names, or the messages of the house."""

    key: str
    title: str
    tables: str = ""
    wait: str = ""
    names: tuple[BoardName, ...] = ()
    is_messages: bool = False

    @property
    def digits(self) -> int:
        """Return the digits of its last position, as a key of POSITION_WIDTHS."""
        return min(len(str(len(self.names))), max(POSITION_WIDTHS))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSection:
    """A part of a list in one column. is_first: it has the head with wait and tables."""

    board_list: BoardList
    names: tuple[BoardName, ...]
    is_first: bool

    @property
    def label(self) -> str:
        """Return the title for screen readers."""
        return self.board_list.title if self.is_first else f"{self.board_list.title} {self.start}"

    @property
    def start(self) -> str:
        """Return "from 22"."""
        return f"from {self.names[0].position}"

    @property
    def title_fit(self) -> int:
        """Return the size of its title, as an index of the steps."""
        if self.is_first and not self.board_list.is_messages:
            return first_fit(self.board_list.title, COLUMN, TITLE_STEPS)
        return first_fit(self.board_list.title, COLUMN - FROM, TITLE_AGAIN_STEPS)

    @property
    def height(self) -> int:
        """Return its height in half rows."""
        head = HEAD if self.is_first and not self.board_list.is_messages else HEAD_AGAIN
        return head + sum(name_height(self.board_list, name) for name in self.names)


Column = list[BoardSection]


@dataclass(frozen=True, slots=True)
class _Split:
    """The number of names of a list in each column. broken: columns with fewer than they should have."""

    broken: int
    counts: tuple[int, ...]


def sized_names(names: Sequence[tuple[str, bool]]) -> tuple[BoardName, ...]:
    """Return the names of a list with their positions and sizes. names: each name, and whether that player is
    called.
    """
    width = COLUMN - POSITION_WIDTHS[min(len(str(len(names))), max(POSITION_WIDTHS))]
    results = []
    for position, (name, is_called) in enumerate(names, 1):
        fit = first_fit(name, width, NAME_STEPS)
        results.append(
            BoardName(
                position=position,
                name=name,
                is_called=is_called,
                rows=2 if fit else 1,
                fit=fit,
            )
        )
    return tuple(results)


def message_lines(text: str) -> int:
    """Return the number of lines of a text of the house in a column."""
    return line_count(text, COLUMN * 100 // MESSAGE_SIZE)


def message_list(title: str, texts: Sequence[str]) -> BoardList:
    """Return the texts of the house as the last list."""
    names = tuple(
        BoardName(position=at, name=text, rows=min(message_lines(text), MAX_MESSAGE_LINES))
        for at, text in enumerate(texts, 1)
    )
    return BoardList(key="", title=title, names=names, is_messages=True)


def board_pages(lists: Sequence[BoardList], rows: int) -> list[list[Column]]:
    """Return the pages of the board, each with its columns; a single empty page without lists.

    rows: the height of a column, 12 or 9. Every name of every list is on exactly one page. If the last page would have
    a single column, all columns are a little shorter.
    """
    columns = board_columns(lists, rows)
    if len(columns) > COLUMNS_PER_PAGE and len(columns) % COLUMNS_PER_PAGE == 1:
        columns = _without_single_column(lists, rows) or columns
    starts = range(0, len(columns), COLUMNS_PER_PAGE)
    return [columns[at : at + COLUMNS_PER_PAGE] for at in starts] or [[]]


def board_columns(lists: Sequence[BoardList], rows: int) -> list[Column]:
    """Return the columns of the board, in order."""
    columns: list[Column] = []
    capacity = rows * ROW
    for board_list in lists:
        used = sum(section.height for section in columns[-1]) if columns else 0
        used += GAP * (
            len(columns[-1]) if columns else 0
        )  # gaps above each name but the first, and above this one
        here = _split(board_list, capacity - used, capacity) if columns else None
        fresh = _split(board_list, capacity, capacity)
        assert fresh is not None, "a column has room for a head and its first names"
        if here and here.broken <= fresh.broken:
            sections = _sections(board_list, here.counts)
            columns[-1].append(sections.pop(0))
        else:
            sections = _sections(board_list, fresh.counts)
        columns.extend([section] for section in sections)
    return columns


def _without_single_column(lists: Sequence[BoardList], rows: int) -> list[Column] | None:
    """Return slightly shorter columns, more than one of them on the last page; None if that is impossible."""
    pages = -(-len(board_columns(lists, rows)) // COLUMNS_PER_PAGE)
    least = ROWS_UNDER_TWO if any(board_list.is_messages for board_list in lists) else LEAST_ROWS
    for fewer in range(rows - 1, least - 1, -1):
        columns = board_columns(lists, fewer)
        starts_well = all(
            section.is_first or len(section.names) >= LEAST_GOING_ON
            for column in columns
            for section in column
        )
        is_single = len(columns) % COLUMNS_PER_PAGE == 1
        if starts_well and not is_single and len(columns) <= pages * COLUMNS_PER_PAGE:
            return columns
    return None


def name_height(board_list: BoardList, name: BoardName) -> int:
    """Return the height of a name or of a message with the gap above it, in half rows."""
    return name.rows * ROW + (GAP if board_list.is_messages else 0)


def _sections(board_list: BoardList, counts: Sequence[int]) -> list[BoardSection]:
    ends = list(accumulate(counts))
    return [
        BoardSection(
            board_list=board_list, names=board_list.names[end - count : end], is_first=at == 0
        )
        for at, (count, end) in enumerate(zip(counts, ends, strict=True))
    ]


def _split(board_list: BoardList, room: int, capacity: int) -> _Split | None:
    """Return the names of a list by column: as few columns as possible, the first ones as full as possible.

    room: half rows left in the first column; capacity: half rows of each other column. Returns None if the title and
    its first names do not fit into the first column.
    """
    heights = [name_height(board_list, name) for name in board_list.names]
    is_messages = board_list.is_messages
    least, going_on = (1, 1) if is_messages else (LEAST_UNDER_HEAD, LEAST_GOING_ON)
    first = room - (HEAD_AGAIN if is_messages else HEAD)
    least = min(least, len(heights))
    most = _that_fit(heights, 0, first)
    if first < 0 or most < least:
        return None
    # Computed from the end: the split of the remaining names if a column begins with this name.
    rest: list[_Split] = [_Split(0, ())] * (len(heights) + 1)
    for at in reversed(range(1, len(heights))):
        fitting = _that_fit(heights, at, capacity - HEAD_AGAIN)
        rest[at] = _best(
            [_with(count, rest[at + count], going_on) for count in range(1, fitting + 1)]
        )
    return _best([_with(count, rest[count], least) for count in range(least, most + 1)])


def _that_fit(heights: Sequence[int], start: int, room: int) -> int:
    """Return how many names from an index on fit into a column."""
    count = 0
    while start + count < len(heights) and heights[start + count] <= room:
        room -= heights[start + count]
        count += 1
    return count


def _with(count: int, after: _Split, least: int) -> _Split:
    return _Split(after.broken + (count < least), (count, *after.counts))


def _best(splits: Sequence[_Split]) -> _Split:
    return min(
        splits,
        key=lambda split: (
            split.broken,
            len(split.counts),
            -split.counts[0] if split.counts else 0,
        ),
    )
