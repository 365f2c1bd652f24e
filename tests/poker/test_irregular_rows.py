"""The irregularity rows against the catalogue's list: number, key, and the rules for every row."""

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


def test_catalogue_has_201_irregularities():
    assert list(LISTED) == [f"I-{number:03}" for number in range(1, 202)]
    assert len(set(LISTED.values())) == 201


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_row_matches_the_catalogue(row: Irregularity):
    assert LISTED[f"I-{row.number:03}"] == row.key
    assert CLAUSE.fullmatch(row.clause)
    assert len(row.title) <= 60
    assert row.text.endswith((".", ".”"))
    assert row.sources
    assert 1 <= row.often <= 5
    for rule in row.rule:
        assert rule.result.endswith((".", "!", "?", ".”"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_row_lists_every_fact_it_uses(row: Irregularity):
    """Every fact that decides or is named in a step is in the row's list."""
    data = catalogue().facts
    named_steps = {
        name for rule in row.rule for name in rule.condition if not name.startswith("house.")
    }
    for rule in row.rule:
        texts = [rule.result, rule.back, *(t for step in rule.steps for t in (step.say, *step.do))]
        named_steps |= {match for text in texts for match in re.findall(r"\{(\w+)", text)}
        named_steps |= {step.repeat for step in rule.steps if step.repeat}
    missing = (
        {name for name in named_steps if name in data} - set(row.facts) - {"objection"} - ASKED
    )
    assert missing == set()


def compared_outcomes(turn: CaseStep) -> Iterator[tuple[str, str]]:
    """Yield (row, outcome) of the case and of its further turns."""
    if turn.ruling is not None:
        outcomes = (turn.ruling.outcome, *turn.ruling.others.values())
        yield from ((turn.ruling.key, outcome) for outcome in outcomes)
    for further in getattr(turn, "then", ()):
        yield from compared_outcomes(further)


def test_every_outcome_of_every_row_has_a_case():
    files = (Path(__file__).parent / "cases").glob("*.toml")
    matches = {
        text
        for file in files
        for case in load(file.read_text())
        for text in compared_outcomes(case)
    }
    assert {(row.key, rule.id) for row in ROWS for rule in row.rule} - matches == set()
