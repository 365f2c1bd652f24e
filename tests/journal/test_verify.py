"""`manage.py verify_journal` detects changes made directly in the database."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from journal.models import Entry, Stream
from journal.store import create_stream
from poker.commands import AwardPot
from poker.logs.versions import EventVersions
from tests.support.logged_table import HAND, LoggedTable
from tests.support.tampering import tamper


def verified_output(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the output of a successful verification."""
    call_command("verify_journal")
    return capsys.readouterr().out


def mismatch_output(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the output of a verification that ends with status 1."""
    with pytest.raises(CommandError, match="1 of 1 streams differ") as error:
        call_command("verify_journal")
    assert error.value.returncode == 1
    return capsys.readouterr().out


def test_command_prints_one_line_per_stream(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    table.execute(*HAND)
    create_stream(key="table.2")
    assert verified_output(capsys).splitlines() == [
        f"table.1: {table.stream.seq} entries, chain and view agree",
        "table.2: 0 entries, chain and view agree",
    ]


def test_undone_commands_are_left_out_of_the_rebuild(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    table.execute(*HAND)
    for _ in HAND:
        table.undo()
    table.execute(*HAND)
    assert "agree" in verified_output(capsys)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("data", '{"event":"seat.left","seat":1}', "its content doesn't match its hash"),
        ("actor", "staff.9", "its content doesn't match its hash"),
        ("prev_hash", "f" * 64, "doesn't follow the entry before it"),
        ("hash", "f" * 64, "its content doesn't match its hash"),
    ],
)
def test_changed_entry_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str], field: str, value: str, problem: str
) -> None:
    tamper(lambda: Entry.objects.filter(seq__gte=4).update(**{field: value}))
    assert mismatch_output(capsys) == f"table.1: DIFFERS, entry 4: {problem}\n"


@pytest.mark.parametrize("seq", [1, 4])
def test_missing_entry_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str], seq: int
) -> None:
    tamper(lambda: Entry.objects.filter(seq=seq).delete())
    assert f"entry {seq}: is missing" in mismatch_output(capsys)


def test_missing_last_entry_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    last = table.stream.seq
    tamper(lambda: Entry.objects.filter(seq=last).delete())
    assert f"entry {last}: is missing" in mismatch_output(capsys)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("hash", "f" * 64, "isn't the stream's last entry"),
        ("seq", 3, "entry 4: comes after the end of the stream"),
        ("state", b"", "view: state.button is None, the log says 1"),
        ("state", b"{", "view: state can't be read"),
        ("view", {}, "view: can't be read"),
        ("base_seq", 4, "view: base_seq is 4, the log says 0"),
        ("base_seq", 99, "view: base_seq is 99, the log says 0"),
    ],
)
def test_changed_snapshot_is_reported(
    table: LoggedTable,
    capsys: pytest.CaptureFixture[str],
    field: str,
    value: object,
    problem: str,
) -> None:
    Stream.objects.update(**{field: value})
    assert problem in mismatch_output(capsys)


def test_checkpoint_of_an_earlier_hand_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    table.execute(*HAND)
    first = table.stream.base_seq
    table.execute(AwardPot(seats=(1,)), AwardPot(seats=(1,)))
    assert "agree" in verified_output(capsys)
    Stream.objects.update(base_seq=first)
    assert f"base_seq is {first}, the log says {table.stream.base_seq}" in mismatch_output(capsys)


def test_missing_stream_row_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    pk = table.stream.pk
    count = table.stream.seq
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM journal_stream WHERE id = %s", [pk])
    with pytest.raises(CommandError, match="Rows without a stream: 1") as error:
        call_command("verify_journal")
    table.stream.save(
        force_insert=True
    )  # restore the row, so that all foreign keys are valid when the test ends
    assert error.value.returncode == 1
    text = f"stream {pk}: its row is missing; {count} of journal.Entry belong to it: DIFFERS"
    assert capsys.readouterr().out.splitlines() == [text]


def test_mismatching_value_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    view = table.stream.view
    view["seats"][1]["name"] = "Nobody"
    Stream.objects.update(view=view)
    assert "view.seats.1.name is 'Nobody', the log says 'Moss'" in mismatch_output(capsys)


def test_mismatching_state_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    state = bytes(table.stream.state).replace(b'"Moss"', b'"Nobody"')
    Stream.objects.update(state=state)
    assert "state.seats.1.name is 'Nobody', the log says 'Moss'" in mismatch_output(capsys)


def test_entry_of_an_unknown_version_is_reported(
    table: LoggedTable, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EventVersions, "newest", lambda _self, _name: 0)
    assert "entry 1: can't be replayed: event table.created has version" in mismatch_output(capsys)
