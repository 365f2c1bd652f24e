"""Every case of tests/poker/cases is a test, and a wrong case fails with a message that gives the reason."""

import re
from pathlib import Path

import pytest

from poker.cases import Case, CaseError, check, event_names, load
from poker.codec import tag
from poker.events import EVENTS

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
CASES = [(file.stem, case) for file in FILES for case in load(file.read_text())]


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{stem}/{c.id}") for stem, c in CASES])
def test_case(case: Case):
    assert check(case) == ()


def test_each_event_happens_in_some_case():
    matches = frozenset[str]().union(*(event_names(case) for _, case in CASES))
    assert {tag(event) for event in EVENTS} - matches == set()


def test_ids_are_unique():
    ids = [case.id for _, case in CASES]
    assert len(ids) == len(set(ids))


HEAD = """
[stakes.nl]
game = "holdem"
limit = "none"
small_bet = 2
big_bet = 2
blinds = [1, 2]
"""
CASE = """
[[case]]
id = "one"
rules = ["S-078"]
title = "A test of the test"
stakes = "nl"
seats = "1=100 2=100 3=100"
button = 1
"""


def case_differences(case_text: str, head: str = HEAD) -> str:
    (case,) = load(head + CASE + case_text)
    return "\n".join(check(case))


@pytest.mark.parametrize(
    ("case_text", "message"),
    [
        ('expect = {"money.pot" = 4}', "money.pot: expected 4, found 3"),
        ('expect = {"seats.3.nothing.min" = 4}', "expected 4, found nothing there"),
        ('expect = {"money.pott" = "null"}', "expected 'null', found nothing there"),
        ('expect = {"floor.at" = "null"}', "expected 'null', found nothing there"),
        ('expect = {"step.seats.9" = 1}', "found nothing there"),
        ('do = ["2 fold", "1 fold"]', "'1 fold' was refused: not_pending"),
        ('do = ["1 fold"]\nrefused = {code = "capped"}', "expected the refusal capped"),
        ('do = ["2 check"]\nrefused = {code = "capped"}', "expected the refusal capped, found"),
        (
            'do = ["2 check"]\nrefused = {code = "cannot_check", rule = "H-99"}',
            "expected rule H-99, found S-105",
        ),
        (
            'do = ["2 check"]\nrefused = {code = "cannot_check", facts = {owed = 7}}',
            "expected the fact owed = 7, found 1",
        ),
        ('refused = {code = "capped"}', "without a command line"),
        ('do = ["1 fold"]\nevents = ["hand.folded", "hand.started"]', "hand.started is missing"),
        ('do = ["deal"]\nstacks = {"2" = 5}', "seats.2.stack: expected 5, found 99"),
        ('do = ["act seat"]', "write name=value"),
        ('do = ["1 fold"]\nthen = [{expect = {"money.pot" = 9}}]', "then 1: money.pot"),
    ],
)
def test_wrong_case_says_why(case_text: str, message: str):
    assert message in case_differences(case_text)


def test_setup_refused():
    assert "can't be set up: table_closed" in case_differences("open = false")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("case = ", "not TOML"),
        ("[games]\nx = 1", "unknown tables: games"),
        (CASE, "no [stakes.nl] in this file"),
        (HEAD + CASE + "expected = 4", "expected"),
        (HEAD + CASE + CASE, "ids that occur twice: one"),
        (HEAD.replace('"none"', '"most"') + CASE, "line 10, one"),
    ],
)
def test_malformed_file_says_why(text: str, message: str):
    with pytest.raises(CaseError, match=re.escape(message)):
        load(text)
