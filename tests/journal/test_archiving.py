"""A month of the log is archived, and readers of the log still see it. Only on PostgreSQL (`conftest.py`)."""

import io
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from journal.archive_file import ArchiveError, digest
from journal.archives import archived_entries, hash_at
from journal.chain_verification import verify_streams
from journal.head_comparison import heads_that_differ
from journal.models import ArchivedRange, Entry, JournalArchive, Stream
from journal.partitions import partitions
from journal.store import entries
from tables.table_log import batches
from tests.support.log_months import archive, execute, stored_in
from tests.support.logged_table import HAND, LoggedTable
from tests.support.tampering import tamper

FILE = "journal-2025-01.archive"


@pytest.fixture
def table(db: None) -> LoggedTable:
    """A table with a hand in January and one in February 2025. `base` is its number of entries in January."""
    with stored_in("2025-01"):
        table = LoggedTable()
        table.execute(*HAND)
    with stored_in("2025-02"):
        for _ in HAND:
            table.undo()
        table.execute(*HAND)
    connection.check_constraints()
    return table


def verify(capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    call_command("verify_journal")
    return capsys.readouterr().out.splitlines()


def mismatches(capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("verify_journal")
    return capsys.readouterr().out


def test_month_is_archived_dropped_and_still_proved(
    table: LoggedTable, folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    before = list(entries(stream=table.stream, stored=True))
    output = archive()
    archived_range = ArchivedRange.objects.get()
    assert f"{FILE}: {archived_range.last} entries" in output
    assert "2025-01: removed from the database" in output
    assert Entry.objects.order_by("seq").first().seq == archived_range.last + 1  # type: ignore[union-attr]
    assert "journal_entry_2025_01" not in [part.name for part in partitions()]
    assert digest(folders[0] / FILE) == digest(folders[1] / FILE) == archived_range.archive.sha256
    assert verify(capsys) == [
        f"archive {FILE}: {archived_range.last} entries, SHA-256 and ranges agree",
        f"table.1: {table.stream.seq} entries, chain and view agree",
    ]
    after = list(entries(stream=table.stream, stored=True))
    # Digests of requests are kept while a repetition is possible.
    names = [field.attname for field in Entry._meta.concrete_fields if field.name != "request"]
    for first, second in zip(before, after, strict=True):
        assert [getattr(first, name) for name in names] == [getattr(second, name) for name in names]
        assert first.stored == second.stored  # type: ignore[attr-defined]
    middle = list(
        entries(stream=table.stream, since=archived_range.last - 2, until=archived_range.last + 2)
    )
    assert [entry.seq for entry in middle] == list(
        range(archived_range.last - 1, archived_range.last + 3)
    )
    assert len(list(batches(after))) == table.commands
    # A pass over new entries starts where the archive ends.
    assert verify_streams(timezone.now()) == ()


@pytest.mark.parametrize("page", [1, 2, 5])
def test_log_is_read_whole_in_pages_that_are_shorter_than_its_archive(
    table: LoggedTable, folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    """The first pages have no entries in the table; the pages after the archive have some."""
    archive()
    monkeypatch.setattr("journal.store.PAGE_SIZE", page)
    last = ArchivedRange.objects.get().last
    assert last > page
    everything = list(range(1, table.stream.seq + 1))
    assert [entry.seq for entry in entries(stream=table.stream)] == everything
    inside = entries(stream=table.stream, since=last - 1, until=last + 3)
    assert [entry.seq for entry in inside] == everything[last - 1 : last + 3]
    assert not list(entries(stream=table.stream, since=table.stream.seq))


def test_archived_entries_have_references_only(
    table: LoggedTable, folders: tuple[Path, Path]
) -> None:
    archive()
    stored = "".join(entry.stored for entry in archived_entries(table.stream.pk))  # type: ignore[attr-defined]
    assert '"~":' in stored
    assert "Ivy" not in stored
    assert "Ivy" in "".join(entry.data for entry in archived_entries(table.stream.pk))


def test_projections_are_rebuilt_from_an_archive(
    table: LoggedTable, folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    archive()
    Stream.objects.update(state=b"", base_seq=0)
    call_command("rebuild_projections")
    assert "rebuilt" in capsys.readouterr().out
    assert "agree" in verify(capsys)[-1]


@pytest.mark.parametrize("damage", ["byte", "cut", "gone"])
def test_damaged_archive_is_named(
    table: LoggedTable, folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    archive()
    for folder in folders:
        content = bytearray((folder / FILE).read_bytes())
        content[200] ^= 1
        if damage == "byte":
            (folder / FILE).write_bytes(content)
        elif damage == "cut":
            (folder / FILE).write_bytes(content[:-100])
        else:
            (folder / FILE).unlink()
    output = mismatches(capsys)
    assert f"archive {FILE}: DIFFERS" in output
    assert {"byte": "can't be read", "cut": "isn't complete", "gone": "is missing"}[
        damage
    ] in output
    assert f"table.1: DIFFERS, entry 1: the archive {FILE}" in output
    with pytest.raises(ArchiveError, match=FILE):
        list(entries(stream=table.stream))
    # Later hands can still be read.
    archived_range = ArchivedRange.objects.get()
    assert list(entries(stream=table.stream, since=archived_range.last))


def test_copy_that_is_away_is_told_and_put_back(
    table: LoggedTable, folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    (
        folders[1] / "floorbook-20250101T000000Z.heads"
    ).touch()  # a backup's file: the disk is mounted
    archive(drop=False)
    (folders[1] / FILE).unlink()
    assert "another place has it" in verify(capsys)[0]
    with pytest.raises(CommandError, match="only 1 of two places"):
        call_command("archive_journal", before="2025-02", drop=True)
    archive()
    assert (folders[1] / FILE).exists()


@pytest.mark.parametrize("place", [0, 1])
def test_archive_is_not_put_into_the_folder_of_a_disk_that_is_away(
    table: LoggedTable, folders: tuple[Path, Path], place: int
) -> None:
    archive(drop=False)
    (folders[place] / FILE).unlink()
    with pytest.raises(CommandError, match="Is its disk mounted"):
        archive(drop=False)
    assert not (folders[place] / FILE).exists()
    # As the message instructs for a new folder.
    (folders[place] / FILE).write_bytes((folders[1 - place] / FILE).read_bytes())
    archive()


def test_two_places_on_one_disk_are_told(
    table: LoggedTable, folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    archive()
    output = capsys.readouterr().err
    assert f"The copies in {folders[1]} are on the same disk" in output


def test_month_stays_without_two_good_files(
    table: LoggedTable,
    folders: tuple[Path, Path],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(CommandError, match="not archived yet"):
        call_command("archive_journal", before="2025-02", drop=True)
    archive(drop=False)
    # As an owner who can't read the folders: by the output of root's sha256sum.
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{'0' * 64}  {folders[0] / FILE}\n"))
    with pytest.raises(CommandError, match="only 0 of two places"):
        call_command("archive_journal", before="2025-02", drop=True, digests=True)
    good = "".join(f"{digest(folder / FILE)}  {folder / FILE}\n" for folder in folders)
    monkeypatch.setattr(sys, "stdin", io.StringIO(good))
    call_command("archive_journal", before="2025-02", drop=True, digests=True)
    settings.BACKUP_COPY_DIR = None
    with pytest.raises(CommandError, match="set BACKUP_COPY_DIR"):
        call_command("archive_journal", before="2025-03")
    with pytest.raises(CommandError, match="stay in the database"):
        call_command("archive_journal", before="2199-01")


def test_tampered_month_is_not_archived(table: LoggedTable, folders: tuple[Path, Path]) -> None:
    tamper(lambda: execute("UPDATE journal_entry SET actor = 'nobody' WHERE seq = 2"))
    with pytest.raises(CommandError, match="entry 2 doesn't match its hash"):
        archive()
    assert not JournalArchive.objects.exists()
    assert list(folders[0].iterdir()) == []


def test_archived_entry_is_not_stored_again(table: LoggedTable, folders: tuple[Path, Path]) -> None:
    entry = Entry.objects.get(seq=3)
    archive()
    with pytest.raises(IntegrityError, match="stored already"), transaction.atomic():
        entry.save(force_insert=True)


def test_head_in_an_archive_is_compared(table: LoggedTable, folders: tuple[Path, Path]) -> None:
    third = Entry.objects.get(seq=3).hash
    last = Entry.objects.get(seq=6).hash
    archive()
    assert hash_at(table.stream.pk, 3) == third
    assert heads_that_differ({"table.1": (3, third)}) == []
    assert heads_that_differ({"table.1": (3, last)}) == [
        "the log table.1 has another entry 3 than it had"
    ]
