"""The view of a table: its JSON, and the reading of a stored one."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from poker.cases import Case, CaseRun, load
from poker.command_lines import commands
from poker.refusal import Refusal
from poker.state import Table
from poker.view import TableView, decode_view, listed, read_listed, read_view, view
from tests.support.law_examples import sampled

CASES = [
    pytest.param(case, id=f"{file.stem}/{case.id}")
    for file in sorted((Path(__file__).parent / "cases").glob("*.toml"))
    for case in load(file.read_text())
]


def _tables_after_turns(case: Case) -> Iterator[Table]:
    play = CaseRun(case)
    for turn in case.turns():
        for line in turn.do:
            try:
                for command in commands(line):
                    play.do(command)
            except Refusal:
                continue
        yield play.table


@pytest.mark.parametrize("case", sampled(CASES, 4))
def test_stored_view_is_the_view_of_the_state(case: Case) -> None:
    for table in _tables_after_turns(case):
        shown = msgspec.json.encode(view(table))
        assert msgspec.json.encode(decode_view(shown)) == shown
        assert msgspec.json.encode(read_view(msgspec.json.decode(shown))) == shown


@pytest.mark.parametrize("case", sampled(CASES, 4))
def test_listed_view_is_a_part_of_the_view(case: Case) -> None:
    for table in _tables_after_turns(case):
        whole = msgspec.json.decode(msgspec.json.encode(view(table)))
        assert read_listed(whole) == listed(table)
        stored = msgspec.json.decode(msgspec.json.encode(listed(table)))
        assert read_listed(stored) == listed(table)


def test_stream_without_entries_has_an_empty_view() -> None:
    assert read_view({}) == TableView()
    assert not read_view({}).table.open
    assert not read_listed({}).table.open
