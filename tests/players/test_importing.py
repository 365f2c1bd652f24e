"""Players from files: good ones, and each way in which one can be bad."""

import pytest

from players.importing import MAX_BYTES, commit, read
from players.models import Player, PlayerChange
from poker.refusal import Refusal
from tests.support.room import NOW
from web.messages.refusals import refusal as said

pytestmark = pytest.mark.django_db
HEAD = "alias,legal_name,membership,phone,born,notes\n"
MAIL = "alias,email,phone\nKettle,kettle@example.org,+1 202 555 0123\n"
GOOD = HEAD + (
    'Kettle,"Invented, Somebody",A1,+1 202 555 0123,1990-12-31,"two\nlines"\n\n\N{FIRE},,,,,\n'
)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_valid_file_is_imported(mark: bytes, end: str) -> None:
    data = mark + GOOD.replace("\n", end).encode()
    parsed_file = read(data, NOW)
    assert (len(parsed_file.rows), parsed_file.bad) == (2, [])
    assert not Player.objects.exists(), "a dry run"
    assert commit(data, by="staff.7", now=NOW) == 2
    player = Player.objects.get(alias="Kettle")
    assert (player.legal_name, player.card_number, player.phone, player.notes) == (
        "Invented, Somebody",
        "A1",
        "+12025550123",
        "two lines",
    )
    assert PlayerChange.objects.filter(player=player, by="staff.7").count() == 6


def test_columns_may_be_in_any_order_and_left_out() -> None:
    assert commit(b"Membership , ALIAS\nA1,Kettle\n,Lantern\n", by="staff.7", now=NOW) == 2


BAD = HEAD + (
    "Kettle,,A1,,,\n"  # 2: the room has the alias
    ",Somebody,,,,\n"  # 3
    "Lantern,,A9,,,\n"  # 4: the room has the number
    "Bobbin,,B1,12,,\n"  # 5
    "Thimble,,,,1990-13-01,\n"  # 6
    f"{'x' * 300},,,,,{'y' * 600}\n"  # 7: twice
    "Anchor,,B2,,,\n"  # 8: good
    "ANCHOR,,B2,,,\n"  # 9: twice in the file
    "Ladle,,,,,,too,many\n"  # 10
    "Pul\x1bley,,,,,\n"  # 11
    "Mallet,,,12,1790-01-01,\n"  # 12: twice
)
LINES = [
    (2, "Kettle is taken. Choose another alias."),
    (3, "Alias missing. Type the name screens should show."),
    (4, "Card number A9 is already in use."),
    (5, "12 isn\u2019t a phone number. Type it with + and the country code."),
    (6, "1990-13-01 isn\u2019t a date of birth. Type it as 1990-12-31."),
    (7, "An alias can have at most 40 characters."),
    (7, "The note is too long: 500 characters max."),
    (9, "Alias ANCHOR is already on line 8."),
    (9, "Card number B2 is already on line 8."),
    (10, "This line has 8 cells, but there are 6 columns."),
    (11, "That alias has characters screens can\u2019t show. Use letters, digits and emoji."),
    (12, "12 isn\u2019t a phone number. Type it with + and the country code."),
    (12, "1790-01-01 isn\u2019t a date of birth. Type it as 1990-12-31."),
]


def test_every_bad_row_is_reported_with_its_line_and_none_is_imported() -> None:
    Player.objects.create(alias="kettle")
    Player.objects.create(alias="Owner", card_number="A9")
    parsed_file = read(BAD.encode(), NOW)
    assert [(bad_row.line, said(bad_row.refusal)) for bad_row in parsed_file.bad] == LINES
    with pytest.raises(Refusal, match="csv_bad") as refusal_info:
        commit(BAD.encode(), by="staff.7", now=NOW)
    assert refusal_info.value.facts["lines"] == len({line_number for line_number, _ in LINES})
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("data", "code", "sentence"),
    [
        ("alias\nK\xe4se\n".encode("latin-1"), "csv_encoding", "Line 2 is not UTF-8. Save"),
        ("alias\nKettle\n".encode("utf-16"), "csv_encoding", "Line 1 is not UTF-8."),
        (b"alias\nKet\0tle\n", "csv_encoding", "Line 2 is not UTF-8."),
        (b"", "csv_empty", "The file is empty."),
        (b"\n \n", "csv_empty", "The file is empty."),
        (b"membership\nA1\n", "csv_alias", "The first line has no “alias” column"),
        (b"alias,shoe\nA,44\n", "csv_column", "Column \u201cshoe\u201d is unknown"),
        (
            b"alias,alias\nA,B\n",
            "csv_column",
            "Column \u201calias\u201d is unknown or appears twice",
        ),
        (b"alias\n" + b"x" * MAX_BYTES, "csv_long", "The file is over 5 MB."),
        (b"alias\n" + b"\n".join(b"a%d" % n for n in range(20_001)), "csv_rows", "More than"),
    ],
)
def test_invalid_import_file_is_refused(data: bytes, code: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=code) as refusal_info:
        read(data, NOW)
    assert said(refusal_info.value).startswith(sentence)
    with pytest.raises(Refusal, match=code):
        commit(data, by="staff.7", now=NOW)
    assert not Player.objects.exists()


def test_email_address_is_imported() -> None:
    commit(MAIL.encode(), by="staff.7", now=NOW)
    assert Player.objects.get().email == "kettle@example.org"
    parsed_file = read(b"alias,email\nBobbin,at home\n", NOW)
    assert [said(bad_row.refusal) for bad_row in parsed_file.bad] == [
        "At home isn\u2019t an email address. Type it like hat@example.org."
    ]


@pytest.mark.parametrize(
    "cell", ["=1+1", "@SUM(A1)", "+Kettle", "-Kettle", " =HYPERLINK(1)", "|cmd"]
)
@pytest.mark.parametrize("column", ["alias", "notes", "legal_name", "membership"])
def test_cell_that_looks_like_a_formula_is_refused(cell: str, column: str) -> None:
    cells = {"alias": "Bobbin"} | {column: cell}
    parsed_file = read(f"{','.join(cells)}\n{','.join(cells.values())}\n".encode(), NOW)
    assert [(bad_row.line, bad_row.refusal.code) for bad_row in parsed_file.bad] == [
        (2, "csv_formula")
    ]
    assert "starts like a spreadsheet formula" in said(parsed_file.bad[0].refusal)


def test_unclosed_quotes_are_reported() -> None:
    parsed_file = read(b'alias\nKettle\n"Lantern\n', NOW)
    assert [(bad_row.line, bad_row.refusal.code) for bad_row in parsed_file.bad] == [
        (3, "csv_quotes")
    ]
