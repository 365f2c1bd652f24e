"""`manage.py check_cases`: output and exit status for passing, failing and invalid cases."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

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
    """Return the output lines and the exit status."""
    output = StringIO()
    try:
        call_command("check_cases", *map(str, paths), stdout=output, stderr=StringIO())
    except SystemExit as end:
        return output.getvalue().splitlines(), int(str(end.code))
    return output.getvalue().splitlines(), 0


def write_cases(folder: Path, text: str, name: str = "ours.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_our_own_cases_hold():
    output_lines, status = run_check(
        OURS / "irregular_board.toml", OURS / "irregular_showdown.toml"
    )
    assert status == 0
    assert "premature_turn_set_aside: ok" in output_lines
    assert "tabled_flush_mucked: ok" in output_lines
    assert all(output_line.endswith(": ok") for output_line in output_lines)


def test_a_room_checks_its_own_rulebook(tmp_path: Path):
    path = write_cases(tmp_path, ROOMS.replace("HOUSE", "reshuffle"))
    assert run_check(path) == (["our_early_turn: ok"], 0)


def test_differences_are_printed_with_their_line(tmp_path: Path):
    write_cases(tmp_path, ROOMS.replace("HOUSE", "set_aside"))
    output_lines, status = run_check(tmp_path)
    assert status == 1
    assert output_lines[0].startswith(
        "our_early_turn: line 10: expected the outcome reshuffle, found "
    )


@pytest.mark.parametrize(
    ("old_text", "now", "message"),
    [
        ('"1 2 3 4"', '"1 two"', "'two' isn't a seat"),
        ("HOUSE", "no such way", "the table can't be set up: bad_rules"),
        ('"1 2 check"', '"1 2 chek"', "isn't an argument"),
        ('"1 2 check"', "'rule result=\"x'", "can't be read"),
        ('"1 2 check"', '""', "an empty line"),
        ('"1 2 check"', "'report facts={x'", "isn't JSON"),
        ('"1 2 check"', '"release hand=1 shares=1:5,6"', "write name=key:value"),
        ('"premature_turn"', '"no_such_row"', "can't happen here"),
    ],
)
def test_invalid_case_is_reported(tmp_path: Path, old_text: str, now: str, message: str):
    path = write_cases(tmp_path, ROOMS.replace(old_text, now).replace("HOUSE", "reshuffle"))
    output_lines, status = run_check(path)
    assert status == 1
    assert message in output_lines[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[case]", "not TOML"),
        (ROOMS.replace("title", "titel"), "line 10, our_early_turn"),
        ("", "has no cases"),
        ("[rules]\nx = 1", "unknown tables: rules"),
    ],
)
def test_a_file_that_cannot_be_read_ends_with_two(tmp_path: Path, text: str, message: str):
    with pytest.raises(CommandError, match=message) as error_info:
        run_check(write_cases(tmp_path, text))
    assert error_info.value.returncode == 2


def test_a_path_that_is_none_ends_with_two(tmp_path: Path):
    for path in (tmp_path / "nothing.toml", tmp_path):
        with pytest.raises(CommandError) as error_info:
            run_check(path)
        assert error_info.value.returncode == 2
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9")
    with pytest.raises(CommandError, match="UTF-8"):
        run_check(tmp_path)


def test_from_the_command_line(tmp_path: Path):
    """The statuses that a script sees, without a database."""
    passing_file = write_cases(tmp_path, ROOMS.replace("HOUSE", "reshuffle"), "good.toml")
    failing_file = write_cases(tmp_path, ROOMS.replace("HOUSE", "set_aside"), "bad.toml")
    results = [
        run_in_shell(passing_file),
        run_in_shell(failing_file),
        run_in_shell(tmp_path / "none.toml"),
    ]
    assert [result.returncode for result in results] == [0, 1, 2]
    assert results[0].stdout == "our_early_turn: ok\n"
    assert "can't read" in results[2].stderr


def run_in_shell(path: Path) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "manage.py", "check_cases", str(path)]
    return subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
