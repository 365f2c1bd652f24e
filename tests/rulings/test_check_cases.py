"""`manage.py check_cases`: what it prints and how it ends, for cases that hold, that fail, and that are none."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from poker.cases import Case, check
from rulings.management.commands import check_cases

ROOT = Path(__file__).resolve().parents[2]
OURS = ROOT / "tests" / "poker" / "cases"
ROOMS = """
[stakes.limit]
game = "holdem"
limit = "split"
small_bet = 4
big_bet = 8
blinds = [2, 4]

[[case]]
id = "our_early_turn"
rules = ["H-21b"]
title = "Our house reshuffles at once"
stakes = "limit"
house = { premature_turn = "HOUSE" }
seats = "1 2 3 4"
button = 4
do = ["close_street count=4", "1 2 check"]
ruling = { key = "premature_turn", facts = { burned = 1 }, outcome = "reshuffle", stubs = [38, 39, 39, 38] }
"""


def run_check(*paths: Path) -> tuple[list[str], int]:
    """The lines, and the status that it ends with."""
    out = StringIO()
    try:
        call_command("check_cases", *map(str, paths), stdout=out, stderr=StringIO())
    except SystemExit as end:
        return out.getvalue().splitlines(), int(str(end.code))
    return out.getvalue().splitlines(), 0


def write_cases(folder: Path, text: str, name: str = "ours.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_project_cases_pass():
    lines, status = run_check(OURS / "irregular_board.toml", OURS / "irregular_showdown.toml")
    assert status == 0
    assert "premature_turn_set_aside: ok" in lines
    assert "tabled_flush_mucked: ok" in lines
    assert all(line.endswith(": ok") for line in lines)


def test_a_room_checks_its_own_rulebook(tmp_path: Path):
    path = write_cases(tmp_path, ROOMS.replace("HOUSE", "reshuffle"))
    assert run_check(path) == (["our_early_turn: ok"], 0)


def test_difference_is_printed_with_its_line(tmp_path: Path):
    write_cases(tmp_path, ROOMS.replace("HOUSE", "set_aside"))
    lines, status = run_check(tmp_path)
    assert status == 1
    assert lines[0].startswith("our_early_turn: line 10: expected the outcome reshuffle, found ")


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ('"1 2 3 4"', '"1 two"', "'two' isn't a seat"),
        ('"1 2 3 4"', '"1=-5 2 3 4"', "seat 1 starts with -5: a stack is 0 or more"),
        ('"1 2 3 4"', '"\uff11 2 3 4"', "isn't a seat"),
        ("HOUSE", "no such way", "the table can't be set up: "),
        ("button = 4", "button = 99", "the table can't be set up: "),
        ("button = 4", "button = 4\nchairs = 999999", "the table can't be set up: "),
        (
            "blinds = [2, 4]",
            "blinds = [2, 4]\nchips = [99999999999]",
            "can't be set up: Enter each chip value once",
        ),
        ('"1 2 check"', '"1 2 chek"', "isn't an argument"),
        ('"1 2 check"', '"1 raise \uff13\uff10"', "isn't an argument"),
        ('"1 2 check"', f'"1 raise {"9" * 5000}"', "isn't an argument"),
        ('"1 2 check"', "'rule result=\"x'", "can't be read"),
        ('"1 2 check"', '""', "an empty line"),
        ('"1 2 check"', "'report facts={x'", "isn't JSON"),
        ('"1 2 check"', '"release hand=1 shares=1:5,6"', "write name=key:value"),
    ],
)
def test_malformed_case_exits_with_2(tmp_path: Path, was: str, now: str, message: str):
    path = write_cases(tmp_path, ROOMS.replace(was, now).replace("HOUSE", "reshuffle"))
    lines, status = run_check(path)
    assert status == 2
    assert re.match(r"our_early_turn: line 1[01]", lines[0])
    assert message in lines[0]
    assert lines[0].endswith("(ours.toml)")
    assert len(lines) == 1
    assert len(lines[0]) < 600


def test_unknown_row_fails(tmp_path: Path):
    text = ROOMS.replace('"premature_turn"', '"no_such_row"').replace("HOUSE", "reshuffle")
    lines, status = run_check(write_cases(tmp_path, text))
    assert status == 1
    assert "can't happen here" in lines[0]


def test_cases_after_a_malformed_one_are_checked(tmp_path: Path):
    good = ROOMS.replace("HOUSE", "reshuffle")
    second = good[good.index("[[case]]") :].replace("our_early_turn", "second")
    path = write_cases(tmp_path, good.replace('"1 2 3 4"', '"none"') + second)
    lines, status = run_check(path)
    assert [line.partition(":")[0] for line in lines] == ["our_early_turn", "second"]
    assert lines[1] == "second: ok"
    assert status == 2


def test_each_result_is_printed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    good = ROOMS.replace("HOUSE", "reshuffle")
    table = good[good.index("[[case]]") :]
    path = write_cases(tmp_path, good + table.replace("our_early_turn", "second"))
    out = StringIO()
    seen: list[int] = []

    def counted(case: Case) -> tuple[str, ...]:
        seen.append(out.getvalue().count("\n"))
        return check(case)

    monkeypatch.setattr(check_cases, "check", counted)
    call_command("check_cases", str(path), stdout=out, stderr=StringIO())
    assert seen == [0, 1]


class Terminal(StringIO):
    """A stream that a person reads."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check_cases, "EVERY", 1)
    path = write_cases(tmp_path, ROOMS.replace("HOUSE", "reshuffle"))
    shown = Terminal()
    quiet = StringIO()
    call_command("check_cases", str(path), stdout=StringIO(), stderr=shown)
    call_command("check_cases", str(path), stdout=StringIO(), stderr=quiet)
    assert "1 of 1 cases\r" in shown.getvalue()
    assert quiet.getvalue() == "1 cases, 0 failed\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[case]", "not TOML"),
        (ROOMS.replace("title", "titel"), "line 10, our_early_turn"),
        ("", "has no cases"),
        ("case = 5", r"ours.toml: line 1: `case` isn't a list of tables"),
        ("case = [1, 2]", r"ours.toml: line 1: `case` isn't a list of tables"),
        ("stakes = 5\n[[case]]\nid = 'a'", r"ours.toml: line 1: `stakes` isn't a table"),
        (ROOMS.replace("button = 4", f"button = {'4' * 5000}"), "line 16: a number has more than"),
        (ROOMS.replace("button = 4", f"button = {'[' * 3000}"), "line 16: brackets are nested"),
        (ROOMS + "\0", "line 19: not TOML"),
        ("[rules]\nx = 1", "unknown tables: rules"),
    ],
)
def test_unreadable_file_exits_with_2(tmp_path: Path, text: str, message: str):
    with pytest.raises(CommandError, match=message) as error_info:
        run_check(write_cases(tmp_path, text))
    assert error_info.value.returncode == 2


def test_path_without_a_case_file_exits_with_2(tmp_path: Path):
    for path in (tmp_path / "nothing.toml", tmp_path):
        with pytest.raises(CommandError) as error_info:
            run_check(path)
        assert error_info.value.returncode == 2
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9")
    with pytest.raises(CommandError, match="UTF-8"):
        run_check(tmp_path)


def test_file_with_a_50_megabyte_line_is_read_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    long = ROOMS.replace("HOUSE", "reshuffle") + "#" + "x" * 50_000_000
    assert run_check(write_cases(tmp_path, long)) == (["our_early_turn: ok"], 0)
    monkeypatch.setattr(check_cases, "LARGEST", 1_000_000)
    with pytest.raises(CommandError, match="it is larger than 1 MB") as error_info:
        run_check(tmp_path)
    assert error_info.value.returncode == 2


def test_exit_status_of_the_command(tmp_path: Path):
    """A script sees that a case fails, without a database."""
    bad = write_cases(tmp_path, ROOMS.replace("HOUSE", "set_aside"), "bad.toml")
    line = [sys.executable, "manage.py", "check_cases", str(bad)]
    result = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stdout.startswith("our_early_turn: ")
