"""Every case of tests/banked/cases is a test of its own, and a wrong case fails with a message that says why."""

import re
from pathlib import Path

import pytest

from banked.rules.cases import Case, CaseError, check, events, load
from banked.rules.events import EVENTS
from poker.logs.codec import tag

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
CASES = [(file.stem, case) for file in FILES for case in load(file.read_text())]


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{stem}/{c.id}") for stem, c in CASES])
def test_case_gives_its_expected_result(case: Case):
    assert check(case) == ()


def test_every_event_happens_in_a_case():
    matches = frozenset[str]().union(*(events(case) for _, case in CASES))
    assert {tag(event) for event in EVENTS} - matches == set()


def test_case_ids_are_unique():
    ids = [case.id for _, case in CASES]
    assert len(ids) == len(set(ids))


CASE = """
[[case]]
id = "one"
title = "A test of the test"
clause = "58 Pa. Code § 635a.12"
kind = "read"
bets = "3=25"
"""


def case_differences(lines: str) -> str:
    (case,) = load(CASE + lines)
    return "\n".join(check(case))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('step = "bets"', "step: expected bets, found deal 3 card 1"),
        ('do = ["deal 6 3=8,9"]\ntotals = { "3" = 18 }', "total of 3: expected 18, found 17"),
        ('do = ["deal 6 3=8,9"]\ncards = { "0" = "7" }', "cards of 0: expected '7', found '6'"),
        ('do = ["deal 6 3=8,9"]\nends = { "3" = "bust" }', "end of 3: expected 'bust', found ''"),
        ('do = ["deal 6 3=A,K"]\nrows = []', "rows: expected [], found ['3.1 hand 37.5 natural']"),
        ('do = ["deal 6 3=A,K"]\nnet = { "3" = 25 }', "net of box 3: expected 25, found 37.5"),
        ('do = ["undo"]\ndone = "round"', "done: expected 'round', found 'bet'"),
        ("shoe = { left = 5 }", "shoe: expected left = 5, found 287"),
        ('expect = { "rounds" = 2 }', "rounds: expected 2, found 1"),
        ('expect = { "nothing" = 2 }', "nothing: expected 2, found nothing there"),
        ('do = ["stand 3"]', "'stand 3' was refused: not_your_turn"),
        (
            'do = ["card 8 3"]\nrefused = { code = "bets_closed" }',
            "expected the refusal bets_closed",
        ),
        (
            'do = ["stand 3"]\nrefused = { code = "bets_closed" }',
            "bets_closed, found not_your_turn",
        ),
        (
            'do = ["stand 3"]\nrefused = { code = "not_your_turn", rule = "H-1" }',
            "expected rule H-1, found none",
        ),
        (
            'do = ["stand 3"]\nrefused = { code = "not_your_turn", facts = { box = 4 } }',
            "expected the fact box = 4, found 3",
        ),
        ('refused = { code = "bets_closed" }', "without a command line"),
        ('events = ["round.ended"]', "event round.ended is missing"),
        ('then = [{ do = ["settle"] }]', "then 1: 'settle' was refused"),
    ],
)
def test_failed_case_reports_the_mismatch(lines: str, message: str):
    assert message in case_differences(lines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('do = ["dance 3"]', "'3' isn't an argument: write name=value"),
        ('do = ["dance"]', "unknown_command"),
        ('do = ["stand x"]', "'x' isn't a place: write 3"),
        ('do = ["stand"]', "'stand' isn't a command"),
        ('do = ["bet 3 x"]', "'x' isn't an amount"),
        ('do = ["bet 3 0.005"]', "isn't a whole number of cents"),
        ('do = ["win 3 5:1"]', "aren't odds of a win"),
        ('do = ["void \'"]', "can't be read"),
        ('totals = { "4" = 5 }', "there is no hand 4"),
    ],
)
def test_unplayable_case_is_reported_with_its_line(lines: str, message: str):
    with pytest.raises(CaseError, match=re.escape(message)):
        case_differences(lines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("case = ", "not TOML"),
        ("[games]\nx = 1", "line 1: unknown tables: games"),
        ("case = 5", "line 1: write [[case]] above each case"),
        (CASE + CASE, "ids that occur twice: one"),
        (CASE + "expected = 4", "line 3, one: Object contains unknown field `expected`"),
        (CASE + 'plaque = "strip"', "line 3, one: no [plaque.strip] in this file"),
        (CASE + "plaque = { deck = 6 }", "unknown field `deck`"),
        (CASE + "plaque = { least = 'x' }", "isn't an amount"),
        (CASE.replace('kind = "read"', 'kind = "guess"'), "line 3, one: Invalid enum value"),
        (CASE + "net = { '3' = nan }", "infinity and nan aren't amounts"),
    ],
)
def test_malformed_case_file_is_reported(text: str, message: str):
    with pytest.raises(CaseError, match=re.escape(message)):
        load(text)


def test_table_that_cannot_be_set_up_is_reported():
    with pytest.raises(CaseError, match="line 3: the table can't be set up: bet_below_limit"):
        case_differences("plaque = { least = 50 }")
