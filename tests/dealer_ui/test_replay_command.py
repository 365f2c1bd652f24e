"""`manage.py replay`: what it prints and how it ends, for hands that hold, that differ, and that are none."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.recorded_hands import HAND


def run(*paths: Path, options: tuple[str, ...] = ()) -> tuple[list[Any], list[str], int]:
    """The results, the sentences, and the status that it ends with."""
    out = StringIO()
    err = StringIO()
    status = 0
    try:
        call_command("replay", *map(str, paths), *options, stdout=out, stderr=err)
    except SystemExit as end:
        status = int(str(end.code))
    return list(map(json.loads, out.getvalue().splitlines())), err.getvalue().splitlines(), status


def hand(folder: Path, text: str | bytes, name: str = "hand.phh") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_valid_hand_exits_with_0(tmp_path: Path):
    lines, said, status = run(hand(tmp_path, HAND))
    assert (lines[0]["ok"], lines[0]["finishing_stacks"]) == (True, [99, 101, 100])
    assert (said, status) == (["1 hands, 0 failed"], 0)


def test_different_stacks_exit_with_1(tmp_path: Path):
    path = hand(tmp_path, HAND.replace("[99, 101, 100]", "[101, 99, 100]"))
    assert run(path)[1:] == (
        [f"{path}: The file ends in [101, 99, 100].", "1 hands, 1 failed"],
        1,
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "[100, 100",
            "[-1, 100",
            "line 6: The hand history can\u2019t be read: player 1 starts with",
        ),
        (
            "min_bet = 2",
            "min_bet",
            "line 5: The hand history can\u2019t be read: not TOML: expected",
        ),
        ('"NT"', '"N7S"', "line 2: N7S hand histories aren\u2019t supported here."),
        (
            '"p3 f"',
            '"p9 f"',
            "line 7, action 4, 'p9 f': The hand history can\u2019t be read: there is",
        ),
        (
            '"p3 f"',
            '"p1 f"',
            "line 7, action 4, 'p1 f': The hand history can\u2019t be read: p3 was due",
        ),
        ("p1 ????", "p1 AsA", "line 7, action 1, 'd dh p1 AsA': A isn\u2019t in this deck."),
        ("min_bet = 2", "min_bet = 2\nx = " + "[" * 3000, "line 6: The hand history can\u2019t be"),
        (
            "min_bet = 2",
            "min_bet = " + "2" * 5000,
            "line 5: The hand history can\u2019t be read: a",
        ),
    ],
)
def test_malformed_hand_is_one_message_with_its_line(tmp_path: Path, old: str, new: str, said: str):
    assert old in HAND
    path = hand(tmp_path, HAND.replace(old, new))
    lines, sentences, status = run(path)
    assert status == 2
    assert sentences[0].startswith(f"{path}: {said}")
    assert len(sentences) == 2
    assert lines[0]["error"]["line"] > 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe", "The file isn't UTF-8 text."),
        (b"", "The hand history can\u2019t be read: variant is missing."),
        (HAND.encode() + b"\0", "line 9: The hand history can\u2019t be read: not TOML"),
        (b'x = "' + b"a" * 50_000_000 + b'"', "it is larger than 4 MB, and a file holds one hand"),
    ],
    ids=("not UTF-8", "empty", "NUL", "50 MB"),
)
def test_file_without_a_hand_exits_with_2(tmp_path: Path, data: bytes, said: str):
    sentences, status = run(hand(tmp_path, data))[1:]
    assert said in sentences[0]
    assert status == 2


def test_path_without_a_hand_file_exits_with_2(tmp_path: Path):
    with pytest.raises(CommandError, match=r"has no \.phh file") as caught:
        run(tmp_path)
    assert caught.value.returncode == 2
    assert run(tmp_path / "none.phh")[2] == 2
    (tmp_path / "folder.phh").mkdir()
    assert "Is a directory" in run(tmp_path)[1][0]


def test_other_files_are_replayed_after_a_malformed_one(tmp_path: Path):
    hand(tmp_path, HAND.replace("100, 100]", "0, 100]"), "a.phh")
    hand(tmp_path, HAND, "b.phh")
    lines, sentences, status = run(tmp_path, options=("--json",))
    assert ([line["ok"] for line in lines], sentences, status) == ([False, True], [], 2)
