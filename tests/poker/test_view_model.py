"""The view of a table: its JSON, and the reading of a stored one."""

from pathlib import Path

import msgspec
import pytest

from poker.cases import Case, CaseRun, load
from poker.command_lines import commands
from poker.refusal import Refusal
from poker.view import TableView, decode_view, listed, read_listed, read_view, view
from tests.support.law_examples import sampled

CASES = [
    pytest.param(case, id=f"{file.stem}/{case.id}")
    for file in sorted((Path(__file__).parent / "cases").glob("*.toml"))
    for case in load(file.read_text())
]


@pytest.mark.parametrize("case", sampled(CASES, 4))
def test_stored_view_is_the_view_of_the_state(case: Case) -> None:
    play = CaseRun(case)
    for turn in case.turns():
        for line in turn.do:
            try:
                for command in commands(line):
                    play.do(command)
            except Refusal:
                continue
        shown = msgspec.json.encode(view(play.table))
        assert msgspec.json.encode(decode_view(shown)) == shown
        assert msgspec.json.encode(read_view(msgspec.json.decode(shown))) == shown


@pytest.mark.parametrize("case", sampled(CASES, 4))
def test_listed_view_is_a_part_of_the_view(case: Case) -> None:
    play = CaseRun(case)
    for turn in case.turns():
        for line in turn.do:
            try:
                for command in commands(line):
                    play.do(command)
            except Refusal:
                continue
            whole = msgspec.json.decode(msgspec.json.encode(view(play.table)))
            assert read_listed(whole) == listed(play.table)
            stored = msgspec.json.decode(msgspec.json.encode(listed(play.table)))
            assert read_listed(stored) == listed(play.table)


def test_stream_without_entries_has_an_empty_view() -> None:
    assert read_view({}) == TableView()
    assert not read_view({}).table.open
    assert not read_listed({}).table.open
