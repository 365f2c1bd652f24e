"""The names of the board in columns and pages, and the strip of called players: laws, and one evening."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from waitlist.board_messages import MAX_LENGTH, MAX_MESSAGES
from waitlist.pages.called_strip import (
    CALLED_STEPS,
    NAME_WIDTH,
    called_players,
    rows_below,
    turn_of,
)
from waitlist.pages.columns import (
    COLUMNS_PER_PAGE,
    GAP,
    HEAD,
    MAX_MESSAGE_LINES,
    ROW,
    ROWS,
    ROWS_UNDER_TWO,
    BoardList,
    Column,
    board_columns,
    board_pages,
    message_lines,
    message_list,
    sized_names,
)
from waitlist.pages.text_width import cut_into, first_fit, line_count, text_width
from waitlist.rules.state import WaitlistEntry

SHORT = "Hat"
LONG = "Bartholomew Featherstonehaugh III"
# The lists of one evening: 141 names, nine lists.
EVENING = {
    "NL 1/3": 31,
    "LHE 4/8": 22,
    "Stud 10/20": 38,
    "PLO 1/2": 14,
    "NL 2/5": 12,
    "O8 4/8": 9,
    "LHE 10/20": 8,
    "HORSE 10/20": 4,
    "2-7 TD 4/8": 3,
}
# A list as the widths of its names: True for one that takes two rows.
WIDTHS = st.lists(st.booleans(), max_size=60)


def make_list(title: str, names: list[str]) -> BoardList:
    return BoardList(key=title, title=title, names=sized_names([(name, False) for name in names]))


def column_height(column: Column) -> int:
    return sum(section.height for section in column) + GAP * (len(column) - 1)


def layout_of(columns: list[Column]) -> list[list[tuple[str, int]]]:
    """Return titles and numbers of names by column."""
    return [[(part.board_list.title, len(part.names)) for part in column] for column in columns]


def test_an_evening_of_141_names_fits_on_four_pages() -> None:
    lists = [make_list(title, [SHORT] * count) for title, count in EVENING.items()]
    assert layout_of(board_columns(lists, ROWS)) == [
        [("NL 1/3", 10)],
        [("NL 1/3", 11)],
        [("NL 1/3", 10)],
        [("LHE 4/8", 10)],
        [("LHE 4/8", 9)],  # not 11: the next column would begin with one name
        [("LHE 4/8", 3), ("Stud 10/20", 5)],
        [("Stud 10/20", 11)],
        [("Stud 10/20", 11)],
        [("Stud 10/20", 11)],
        [("PLO 1/2", 10)],
        [("PLO 1/2", 4), ("NL 2/5", 4)],
        [("NL 2/5", 8)],
        [("O8 4/8", 9)],
        [("LHE 10/20", 8)],
        [("HORSE 10/20", 4), ("2-7 TD 4/8", 3)],
    ]
    assert len(board_pages(lists, ROWS)) == 4
    assert len(board_pages(lists, ROWS_UNDER_TWO)) == 6
    assert board_columns(lists, ROWS)[2][0].start == "from 22"


@pytest.mark.parametrize("rows", [ROWS, ROWS_UNDER_TWO])
@given(widths=st.lists(WIDTHS, max_size=12))
@example(widths=[[False] * 1000])
@example(widths=[[True] * 4, [True] * 5])
@example(widths=[[]] * 40)
def test_every_name_is_on_the_board_once(rows: int, widths: list[list[bool]]) -> None:
    lists = [
        make_list(f"L{at}", [LONG if wide else SHORT for wide in names])
        for at, names in enumerate(widths)
    ]
    pages = board_pages(lists, rows)
    columns = [column for page in pages for column in page]
    sections = [section for column in columns for section in column]
    shown = {
        board_list.key: [
            name.position
            for part in sections
            if part.board_list.key == board_list.key
            for name in part.names
        ]
        for board_list in lists
    }
    assert shown == {
        board_list.key: list(range(1, len(board_list.names) + 1)) for board_list in lists
    }
    assert all(len(page) <= COLUMNS_PER_PAGE for page in pages)
    assert all(column_height(column) <= rows * ROW for column in columns)
    for board_list in lists:
        parts = [part for part in sections if part.board_list is board_list]
        assert [part.is_first for part in parts] == [True] + [False] * (len(parts) - 1)
        assert len(parts[0].names) >= min(2, len(board_list.names)), "a head with its names"
        if not any(name.rows > 1 for name in board_list.names):
            assert all(len(part.names) >= 3 for part in parts[1:]), "a column begins with three"


@given(counts=st.lists(st.integers(1, 60), max_size=12))
def test_no_column_is_left_that_the_next_names_would_fill(counts: list[int]) -> None:
    """A column ends early only so that the next one begins with three names, or a head has two below it."""
    lists = [make_list(f"L{at}", [SHORT] * count) for at, count in enumerate(counts)]
    columns = board_columns(lists, ROWS)
    for column, after in pairwise(columns):
        free = ROWS * ROW - column_height(column)
        # Four names are not divided, since three and one would be wrong. Of three that go on, two might have fitted.
        assert free < (GAP + HEAD + 4 * ROW if after[0].is_first else 3 * ROW)


@pytest.mark.parametrize("rows", [ROWS, ROWS_UNDER_TWO])
def test_last_page_has_no_single_column(rows: int) -> None:
    """Two names and three empty columns look like a broken board."""
    single = 0
    for count in range(1, 190):
        lists = [make_list("NL 1/3", [SHORT] * count)]
        pages = board_pages(lists, rows)
        columns = board_columns(lists, rows)
        assert len(pages) == -(-len(columns) // COLUMNS_PER_PAGE)
        single += len(columns) % COLUMNS_PER_PAGE == 1
        assert len(pages) == 1 or len(pages[-1]) > 1, count
    assert single


def test_no_lists_make_one_empty_page() -> None:
    assert board_pages([], ROWS) == [[]]
    empty = make_list("Badugi 5/10", [])
    assert layout_of(board_columns([empty], ROWS)) == [[("Badugi 5/10", 0)]]


@pytest.mark.parametrize("rows", [ROWS, ROWS_UNDER_TWO])
def test_messages_follow_the_last_list(rows: int) -> None:
    longest = "word " * (MAX_LENGTH // 5)
    assert message_lines(longest) <= MAX_MESSAGE_LINES
    messages = message_list("From the house", [longest] * MAX_MESSAGES)
    columns = board_columns([make_list("NL 1/3", [SHORT] * 3), messages], rows)
    assert columns[0][0].board_list.title == "NL 1/3"
    assert sum(len(part.names) for column in columns for part in column) == 3 + MAX_MESSAGES
    assert all(column_height(column) <= rows * ROW for column in columns)


def called_entry(number: int, until: int, name: str = "Hat") -> WaitlistEntry:
    return WaitlistEntry(
        number=number,
        player=f"p{number}",
        name=name,
        since=0,
        state="called",
        until=until,
        table="T12",
        seat=7,
    )


def test_called_players_are_in_order_of_their_time() -> None:
    waiting = WaitlistEntry(number=9, player="p9", name="Waits", since=0)
    entries = [called_entry(1, 300), waiting, called_entry(2, 0), called_entry(3, 100)]
    calls = called_players(entries)
    assert [call.until for call in calls] == [100, 300, 0], "without an end comes last"
    assert {call.seat for call in calls} == {"Table 12, seat 7"}


@given(count=st.integers(0, 200))
def test_each_turn_of_the_strip_has_the_least_time_and_five_others(count: int) -> None:
    turns = [turn_of(at, count) for at in range(count)]
    if count <= 6:
        assert set(turns) <= {None}
        return
    assert turns[0] is None
    taking = [turn for turn in turns[1:] if turn is not None]
    assert len(taking) == count - 1
    assert taking == sorted(taking)
    assert max(taking.count(turn) for turn in set(taking)) == 5
    assert [rows_below(calls) for calls in (0, 3, 4, 6, 7)] == [12, 12, 9, 9, 9]


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Tin Trowel", (62, 1)),
        ("Folded Lantern", (62, 1)),
        ("Polished Compass", (54, 1)),
        ("Polished Candleholder", (46, 1)),
        (LONG, (46, 2)),
        ("龍" * 40, (30, 3)),
        ("🏆" * 40, (22, 4)),
        ("x" * 300, (15, 6)),
    ],
)
def test_called_names_get_smaller_and_are_never_cut(name: str, size: tuple[int, int]) -> None:
    (call,) = called_players([called_entry(1, 1, name)])
    assert CALLED_STEPS[call.fit] == size
    assert line_count(name, NAME_WIDTH * 100 // size[0]) <= size[1]


def test_names_too_wide_for_a_column_take_two_rows() -> None:
    names = [
        "Polished Compass",
        LONG,
        "محمد عبد الله",
        "李小龙",
        "龍" * 40,
        "🏆" * 10,
        "W" * 300,
        "",
    ]
    rows = {name.name: name.rows for name in sized_names([(name, False) for name in names])}
    assert rows == dict(zip(names, [1, 2, 1, 1, 2, 2, 2, 1], strict=True))


def test_widths_count_what_is_drawn() -> None:
    assert text_width("") == 0
    assert text_width("e\N{COMBINING ACUTE ACCENT}") == text_width("é") == text_width("e")
    assert text_width("W") > text_width("i")
    assert line_count("", 100) == 1
    assert line_count("one two", text_width("one two")) == 1
    assert line_count("one two", text_width("one two") - 1) == 2
    assert first_fit("W" * 100, 10, ((20, 1), (10, 1))) == 1, "the last size, if none fits"


@given(texts=st.lists(st.text(max_size=40), max_size=40))
def test_groups_that_fit_have_every_text_once(texts: list[str]) -> None:
    groups = cut_into(texts, 500, 50)
    assert [at for group in groups for at in group] == list(range(len(texts)))
    for group in groups:
        width = sum(text_width(texts[at]) for at in group) + 50 * (len(group) - 1)
        assert width <= 500 or len(group) == 1
