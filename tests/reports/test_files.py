"""Files of sheets, read back: numbers are numbers, text is never a formula, nothing is lost."""

import csv
from datetime import UTC, date, datetime
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from reports.export.csv_file import MARK, csv_bytes
from reports.export.display_values import display
from reports.export.xlsx_file import xlsx_bytes
from reports.figures.figure import Column, Sheet
from web.printing.spreadsheet_cells import escape_formula

FORMULA_TEXTS = ("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uff1d1")
SHEET = Sheet(
    "all",
    "=Title: [all] kinds / of values",
    (
        Column("game", "@Game", "text"),
        Column("n", "n"),
        Column("drop", "Drop", "money"),
        Column("pace", "Hands/h", "rate"),
        Column("share", "Share", "share"),
        Column("interval", "Interval", "interval"),
        Column("take", "Take", "money_interval"),
        Column("here", "Here", "time"),
        Column("at", "At", "moment"),
        Column("day", "Day", "day"),
    ),
    tuple(
        (
            text,
            -3,
            -12345,
            28.1234567,
            0.25,
            (27.5, 29.0),
            (100.0, 250.0),
            96,
            datetime(2026, 11, 20, 19, 26, tzinfo=UTC),
            date(2026, 11, 20),
        )
        for text in FORMULA_TEXTS
    ),
    ("All", 1, None, None, None, None, None, None, None, None),
    "=Note",
)
FACTS = (("Room", "=Room"), ("Of", "Fri, Nov 20 2026"))


@pytest.mark.parametrize("text", FORMULA_TEXTS)
def test_formula_is_escaped(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize(
    ("text", "said"), [("NL 1/3", "NL 1/3"), ("", ""), ("a=b", "a=b"), ("a\x07b", "ab")]
)
def test_other_text_is_not_escaped(text: str, said: str) -> None:
    assert escape_formula(text) == said


def test_csv_of_one_sheet() -> None:
    content = csv_bytes([SHEET], ()).decode()
    assert content.startswith(MARK)
    rows = list(csv.reader(StringIO(content.removeprefix(MARK), newline="")))
    assert rows[0] == [
        "'@Game",
        "n",
        "Drop, $",
        "Hands/h",
        "Share, 0 to 1",
        "Interval, low",
        "Interval, high",
        "Take, low, $",
        "Take, high, $",
        "Here, seconds",
        "At",
        "Day",
    ]
    assert [row[0] for row in rows[1:-1]] == [f"'{text}" for text in FORMULA_TEXTS]
    numbers = "-3,-123.45,28.123457,0.25,27.5,29.0,1.0,2.5,96,2026-11-20 19:26:00,2026-11-20"
    assert rows[1][1:] == numbers.split(",")
    assert rows[-1] == ["All", "1", *[""] * 10]


def test_csv_names_its_report() -> None:
    content = csv_bytes([SHEET, SHEET], FACTS).decode("utf-8-sig")
    rows = list(csv.reader(StringIO(content, newline="")))
    assert rows[:4] == [["Room", "'=Room"], ["Of", "Fri, Nov 20 2026"], [], [f"'{SHEET.title}"]]
    assert rows.count([f"'{SHEET.title}"]) == 2
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]


def test_xlsx_has_its_sheets_without_formulas() -> None:
    book = load_workbook(BytesIO(xlsx_bytes([SHEET, SHEET], FACTS)))
    about, first, second = book.worksheets
    assert [about.title, about["B1"].value] == ["About", "'=Room"]
    assert first.title != second.title
    assert first.freeze_panes == "B2"
    for page in book.worksheets:
        for row in page.iter_rows():
            assert "f" not in {cell.data_type for cell in row}
    cells = first[2]
    assert [cell.value for cell in cells[1:9]] == [
        -3,
        -123.45,
        28.123457,
        0.25,
        27.5,
        29.0,
        1.0,
        2.5,
    ]
    assert cells[2].number_format == '"$"#,##0.00'
    assert cells[4].number_format == "0.0%"
    assert cells[9].value.total_seconds() == 96
    assert cells[10].value == datetime(2026, 11, 20, 19, 26)  # noqa: DTZ001 - a spreadsheet has no zones
    assert first.cell(len(FORMULA_TEXTS) + 2, 1).value == "All"


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("int", 1234567, "1,234,567"),
        ("money", 875, "$8.75"),
        ("rate", 28.06, "28.1"),
        ("money_rate", 9231.4, "$92"),
        ("money_rate", 95.2, "$0.95"),
        ("share", 0.466, "46.6%"),
        ("interval", (7.9, 13.31), "7.9 to 13.3"),
        ("share_interval", (0.031, 0.17), "3% to 17%"),
        ("share_interval", (0.0181, 0.0196), "1.8% to 2.0%"),
        ("time", 36, "0:36"),
        ("time", 3723, "1:02:03"),
        ("minutes", 1090, "18"),
        ("day", date(2026, 11, 20), "Fri, Nov 20"),
        ("text", None, "\u2013"),
        ("interval", None, "\u2013"),
        ("units", 9231, "92"),
        ("units", 86, "0.9"),
    ],
)
def test_values_are_formatted_for_people(kind: str, value: object, text: str) -> None:
    assert display(kind, value) == text
