"""Every code that the lists can refuse with has its sentence, with facts that there are."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from desk_ui import words
from poker.refusal import Refusal
from poker.waiting.estimate import Wait
from tables.chairs import Kept

ROOT = Path(__file__).parents[2]
PACKAGES = ("poker/logs", "poker/waiting", "tables/lists", "desk_ui")
SHARED = ROOT / "tables/room_logs.py"  # of every log that a room has one of
ELSEWHERE = {
    *("bad_sign_in", "locked_out"),  # of the sign-in
    *("code_needed", "wrong_code", "code_wait"),  # of signing in with a second factor
}


def refused() -> Iterator[tuple[str, frozenset[str]]]:
    """Code and facts of each refusal in the sources."""
    for path in (
        SHARED,
        *(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")),
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno}"
                yield str(code.value), frozenset(word.arg or "" for word in node.keywords)


CASES = sorted(set(refused()), key=lambda case: (case[0], sorted(case[1])))


@pytest.mark.parametrize(("code", "facts"), CASES)
def test_each_code_has_a_sentence(code: str, facts: frozenset[str]) -> None:
    fields = {name for _, name, _, _ in string.Formatter().parse(words.SENTENCES[code]) if name}
    assert fields <= facts
    said = words.sentence(Refusal(code, "", **{name: name.upper() for name in facts}))
    assert "{" not in said
    assert said.endswith(".")
    assert 400 <= words.status(Refusal(code)) < 500


def test_no_sentence_is_there_for_nothing() -> None:
    assert set(words.SENTENCES) == {code for code, _ in CASES} | ELSEWHERE
    assert set(words.STATUS) <= set(words.SENTENCES)


def test_what_a_table_refuses_is_said_as_on_a_tablet() -> None:
    said = words.sentence(Refusal("seat_in_hand", "S-010", seat=3))
    assert said.endswith("(Rule S-010)")
    assert "?" not in said


def test_waits_are_said_with_their_error_or_not_at_all() -> None:
    assert words.waits(Wait(26, 8)) == "about 26 min, give or take 8"
    assert words.waits(Wait(0, 0)) == "now"
    assert words.waits(Wait(40, 0, more=True)) == "more than 40 min"
    assert words.waits(None).startswith("not known")
    assert words.every(23) == "a seat frees every 2.6 min (23 last hour)"
    assert words.left(190_999) == "3:10"
    assert words.left(-5) == "0:00"


def test_a_chair_that_is_kept_says_how() -> None:
    assert words.kept(Kept("called", "Blue Hat", 1)) == "kept for Blue Hat"
    assert words.kept(Kept("held", "", 1)) == "kept for nobody yet"
    assert words.kept(Kept("locked", "broken chair", 1)) == "locked up: broken chair"
