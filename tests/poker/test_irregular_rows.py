"""The rows of the irregularities against the catalogue's list: number, key, and what every row must keep to."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from poker.cases import CaseStep, load
from poker.irregularities.facts import ASKED
from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from tests.rules import irregularities

LISTED = irregularities()
ROWS = list(catalogue().rows.values())
# The chapter of the rulebook that a clause stands in.
CLAUSE = re.compile(r"(DL|FL|ST|DR|BT|SH|CO)-\d+")


def test_the_catalogue_has_181():
    assert list(LISTED) == [f"I-{number:03}" for number in range(1, 182)]
    assert len(set(LISTED.values())) == 181


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_keeps_to_the_catalogue(row: Irregularity):
    assert LISTED[f"I-{row.number:03}"] == row.key
    assert CLAUSE.fullmatch(row.clause)
    assert len(row.title) <= 60
    assert row.text.endswith((".", ".”"))
    assert row.sources
    assert 1 <= row.often <= 5
    for rule in row.rule:
        assert rule.result.endswith((".", "!", "?", ".”"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_shows_what_it_asks(row: Irregularity):
    """Every fact of people that decides or is named in a step stands in the row's list."""
    data = catalogue().facts
    named = {name for rule in row.rule for name in rule.condition if not name.startswith("house.")}
    for rule in row.rule:
        texts = [rule.result, rule.back, *(t for step in rule.steps for t in (step.say, *step.do))]
        named |= {match for text in texts for match in re.findall(r"\{(\w+)", text)}
        named |= {step.repeat for step in rule.steps if step.repeat}
    missing = {name for name in named if name in data} - set(row.facts) - {"objection"} - ASKED
    assert missing == set()


def compared(turn: CaseStep) -> Iterator[tuple[str, str]]:
    """(row, outcome) that a case and its further turns compare."""
    if turn.ruling is not None:
        outcomes = (turn.ruling.outcome, *turn.ruling.others.values())
        yield from ((turn.ruling.key, outcome) for outcome in outcomes)
    for further in getattr(turn, "then", ()):
        yield from compared(further)


def test_every_outcome_of_every_row_is_what_some_case_expects():
    files = (Path(__file__).parent / "cases").glob("*.toml")
    matches = {text for file in files for case in load(file.read_text()) for text in compared(case)}
    assert {(row.key, rule.id) for row in ROWS for rule in row.rule} - matches == set()
