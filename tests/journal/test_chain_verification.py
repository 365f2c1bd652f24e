"""Stored verification results: new entries as they arrive, older ones in rotation. A missing entry stays reported."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.chain_verification import verifications, verify_stream, verify_streams
from journal.models import ChainVerification, Entry, PersonalText, Stream
from poker.commands import AwardPot, SeatPlayer
from tests.support.logged_table import HAND, START, LoggedTable
from tests.support.tampering import tamper, tamper_with_names

AT = START + timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def chain_status(table: LoggedTable) -> ChainVerification:
    (row,) = verifications([table.stream.pk])
    return row


def test_verification_continues_at_the_last_verified_entry(table: LoggedTable) -> None:
    assert verify_streams(AT) == ()
    first = chain_status(table)
    assert (first.seq, first.hash, first.at) == (table.stream.seq, table.stream.hash, AT)
    table.execute(*HAND)
    assert verify_streams(AT + MINUTE, recheck=0) == ()
    row = chain_status(table)
    assert (row.seq, row.hash, row.at) == (table.stream.seq, table.stream.hash, AT + MINUTE)
    assert row.whole_at == AT  # no older entry has been verified again since


@pytest.mark.parametrize("field", ["data", "actor", "hash", "prev_hash"])
def test_changed_old_entry_is_found_and_stays_reported(table: LoggedTable, field: str) -> None:
    table.execute(*HAND)
    verify_streams(AT)
    before = Entry.objects.values_list(field, flat=True).get(seq=2)
    tamper(lambda: Entry.objects.filter(seq=2).update(**{field: "{}"}))
    assert verify_streams(AT + MINUTE) == ("table.1",)
    assert chain_status(table).broken.startswith("entry 2: ")
    assert verify_streams(AT + 2 * MINUTE) == ()  # reported once
    assert verify_streams(AT + 3 * MINUTE, recheck=1) == ()
    row = chain_status(table)
    assert (row.broken_at, row.at) == (AT + MINUTE, AT)
    if field != "data":
        tamper(lambda: Entry.objects.filter(seq=2).update(**{field: before}))
        verify_streams(AT + 4 * MINUTE)
        assert (chain_status(table).broken, chain_status(table).at) == ("", AT + 4 * MINUTE)


def test_changed_and_missing_new_entries_are_found(table: LoggedTable) -> None:
    verify_streams(AT)
    first = table.stream.seq
    table.execute(*HAND)
    tamper(lambda: Entry.objects.filter(seq=first + 2).update(actor="staff.9"))
    assert verify_streams(AT + MINUTE, recheck=0) == ("table.1",)
    assert chain_status(table).broken == f"entry {first + 2}: its content doesn't match its hash"
    tamper(lambda: Entry.objects.filter(seq=first + 2).delete())
    verify_streams(AT + 2 * MINUTE, recheck=0)
    assert chain_status(table).broken == f"entry {first + 2}: is missing"
    assert chain_status(table).seq == first


@pytest.mark.parametrize("new_names", [1, 3])
def test_names_of_new_entries_are_read_together(table: LoggedTable, new_names: int) -> None:
    verify_streams(AT, recheck=0)
    for seat in range(4, 4 + new_names):
        table.execute(SeatPlayer(seat=seat, player=f"p{seat}", name=f"Name {seat}", stack=20_000))
    with CaptureQueriesContext(connection) as queries:
        assert verify_streams(AT + MINUTE, recheck=0) == ()
    assert sum("journal_personaltext" in query["sql"] for query in queries) == 1


def test_changed_name_of_a_new_entry_is_found(table: LoggedTable) -> None:
    verify_streams(AT)
    table.execute(SeatPlayer(seat=4, player="p4", name="Sage", stack=20_000))
    tamper_with_names(lambda: PersonalText.objects.filter(player="p4").update(text="Rose"))
    assert verify_streams(AT + MINUTE, recheck=0) == ("table.1",)
    assert chain_status(table).broken.endswith("a name it refers to doesn't match its hash")


def test_long_log_is_verified_again_in_parts(table: LoggedTable) -> None:
    table.execute(*HAND)
    total = table.stream.seq
    for number in range(-(-total // 4)):
        assert chain_status(table).whole_at is None if number else True
        verify_streams(AT + number * MINUTE, recheck=4)
    assert (chain_status(table).whole_at, chain_status(table).again_seq) == (AT, 0)
    tamper(lambda: Entry.objects.filter(seq=6).update(actor="staff.9"))
    assert verify_streams(AT + timedelta(hours=1), recheck=4) == ()  # not yet
    assert verify_streams(AT + timedelta(hours=2), recheck=4) == ("table.1",)
    assert verify_streams(AT + timedelta(hours=3), recheck=4) == ()
    assert chain_status(table).broken  # the first part is intact, which does not repair the chain


def truncate_log(table: LoggedTable) -> None:
    """Cut off the end of the log and update its row, so that the remaining chain is consistent."""
    last = Entry.objects.get(seq=table.stream.seq - 1)
    tamper(lambda: Entry.objects.filter(seq=table.stream.seq).delete())
    Stream.objects.update(seq=last.seq, hash=last.hash)


def test_truncated_log_is_reported(table: LoggedTable) -> None:
    table.execute(*HAND)
    verify_streams(AT)
    truncate_log(table)
    assert verify_streams(AT + MINUTE) == ("table.1",)
    assert (
        chain_status(table).broken
        == f"entry {table.stream.seq}: was verified, and is now missing or different"
    )


def test_rewritten_tail_is_a_mismatch(table: LoggedTable) -> None:
    table.execute(*HAND)
    verify_streams(AT)
    table.stream = Stream.objects.get(pk=table.stream.pk)
    ChainVerification.objects.update(hash="f" * 64)  # as if another entry had been verified
    assert verify_streams(AT + MINUTE) == ("table.1",)
    table.execute(AwardPot((1,)))
    assert verify_streams(AT + 2 * MINUTE) == ()
    assert "doesn't follow" in chain_status(table).broken


def test_command_stores_its_verification_and_finds_missing_entries(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    table.execute(*HAND)
    call_command("verify_journal")
    row = chain_status(table)
    assert (row.seq, row.hash, row.broken) == (table.stream.seq, table.stream.hash, "")
    assert row.at == row.whole_at
    tamper(lambda: Entry.objects.filter(seq=2).update(actor="staff.9"))
    with pytest.raises(CommandError):
        call_command("verify_journal")
    assert chain_status(table).broken == "entry 2: its content doesn't match its hash"
    tamper(lambda: Entry.objects.filter(seq=2).update(actor="staff.1"))
    call_command("verify_journal")
    assert chain_status(table).broken == ""
    ChainVerification.objects.update(hash="f" * 64)
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("verify_journal")
    assert "was verified, and is now missing or different" in capsys.readouterr().out


def test_empty_log_is_verified(table: LoggedTable) -> None:
    Stream.objects.create(key="table.2")
    assert verify_streams(AT) == ()
    assert {
        row.stream.key: row.seq
        for row in verifications(Stream.objects.values_list("pk", flat=True))
    } == {
        "table.1": table.stream.seq,
        "table.2": 0,
    }
    assert verify_stream(table.stream.pk, now=AT + MINUTE).whole_at == AT + MINUTE
