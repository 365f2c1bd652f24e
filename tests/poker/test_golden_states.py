"""Snapshots and command lines of every release are read by this one, and its own are kept for those that follow."""

import json

import pytest

from poker import codec
from poker.command_lines import commands
from tests.golden.case_runs import STEP
from tests.golden.json_fields import command_lines, json_paths, line_form, line_of, remedy_commands
from tests.golden.snapshots import KINDS, missing_snapshots, stored_snapshots
from tests.golden.write import RULING, stored_lines

# Fields of snapshots that a release stopped to write and to read: the kind and the path.
FORGOTTEN: set[tuple[str, str]] = {
    ("table_states", ".hand.board"),  # a hand may have several: `hand.boards`
}


@pytest.mark.parametrize("kind", KINDS)
def test_snapshots_of_every_release_are_read(kind: str) -> None:
    snapshots = stored_snapshots(kind)
    assert snapshots
    for snapshot in snapshots:
        again = json.loads(KINDS[kind].again(json.dumps(snapshot).encode()))
        lost = set(json_paths(snapshot)) - set(json_paths(again))
        assert {path for path in lost if (kind, path) not in FORGOTTEN} == set()
        if not lost:
            assert _common_part(again, snapshot) == snapshot


def _common_part(value: object, snapshot: object) -> object:
    """Return the value without the fields that the snapshot's release did not have."""
    if isinstance(value, dict) and isinstance(snapshot, dict):
        return {name: _common_part(value[name], snapshot[name]) for name in snapshot}
    if isinstance(value, list) and isinstance(snapshot, list) and len(value) == len(snapshot):
        return [_common_part(*pair) for pair in zip(value, snapshot, strict=True)]
    return value


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_snapshot_is_kept(kind: str) -> None:
    """Otherwise run `python -m tests.golden.write`."""
    assert missing_snapshots(kind, step=STEP) == []


def test_command_lines_of_stored_rulings_are_read() -> None:
    """They are text in the log: after a change of a command, an upcaster of `floor.ruled` has to rewrite them."""
    forms = set()
    for stored in stored_lines("table"):
        event = codec.decode_event(stored["name"], stored["version"], json.dumps(stored["data"]))
        for line in command_lines(json.loads(codec.encode_event(event)[2])):
            assert list(commands(line)), line
            if stored["name"] == RULING:
                forms.add(line_form(line))
    assert {line_form(line_of(command)) for command in remedy_commands()} <= forms


def test_command_lines_of_stored_snapshots_are_read() -> None:
    lines = [line for table in stored_snapshots("table_states") for line in command_lines(table)]
    assert lines
    for line in lines:
        assert list(commands(line)), line


def test_command_line_of_a_command_gives_that_command() -> None:
    for command in remedy_commands():
        assert list(commands(line_of(command))) == [command]
