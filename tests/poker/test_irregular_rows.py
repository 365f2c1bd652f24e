"""The rows of the irregularities against the catalogue's list: number, key, and what every row must keep to."""

import re

import pytest

from poker.irregular.facts import ASKED
from poker.irregular.load import catalogue
from poker.irregular.model import Row
from tests.rules import irregularities

LISTED = irregularities()
ROWS = list(catalogue().rows.values())
# The chapter of the rulebook that a clause stands in.
CLAUSE = re.compile(r"(DL|FL|ST|DR|BT|SH|CO)-\d+")


def test_the_catalogue_has_181():
    assert list(LISTED) == [f"I-{number:03}" for number in range(1, 182)]
    assert len(set(LISTED.values())) == 181


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_keeps_to_the_catalogue(row: Row):
    assert LISTED[f"I-{row.number:03}"] == row.key
    assert CLAUSE.fullmatch(row.clause)
    assert len(row.title) <= 60
    assert row.text.endswith((".", ".”"))
    assert row.sources
    assert 1 <= row.often <= 5
    for rule in row.rule:
        assert rule.result.endswith((".", "!", "?", ".”"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_shows_what_it_asks(row: Row):
    """Every fact of people that decides or is named in a step stands in the row's list."""
    asked = catalogue().facts
    named = {name for rule in row.rule for name in rule.condition if not name.startswith("house.")}
    for rule in row.rule:
        texts = [rule.result, rule.back, *(t for step in rule.steps for t in (step.say, *step.do))]
        named |= {found for text in texts for found in re.findall(r"\{(\w+)", text)}
        named |= {step.repeat for step in rule.steps if step.repeat}
    missing = {name for name in named if name in asked} - set(row.facts) - {"objection"} - ASKED
    assert missing == set()
