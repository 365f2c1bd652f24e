"""An archive file: intact, with a changed byte, truncated, and with a missing block."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from journal.archive_file import (
    ArchivedEntry,
    ArchiveError,
    ArchiveFile,
    ArchiveWriter,
    check_file,
    digest,
)
from journal.chain import GENESIS
from journal.evidence import hash_of, microseconds

BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
KEYS = ("table.1", "lists.1")


def chained(key: str, count: int) -> list[ArchivedEntry]:
    entries: list[ArchivedEntry] = []
    for seq in range(1, count + 1):
        fields: dict[str, object] = {
            "id": seq,
            "seq": seq,
            "command_id": f"c{seq}",
            "index": 0,
            "name": "note" if seq % 2 else "hand.started",
            "version": 1,
            "data": "{}",
            "at": microseconds(BEGAN + timedelta(seconds=seq)),
            "actor": "staff.1",
            "prev_hash": entries[-1].hash if entries else GENESIS,
            "hash": "",
            "device": "tablet T1",
        }
        fields["hash"] = hash_of(key, ArchivedEntry(**fields))  # type: ignore[arg-type]
        entries.append(ArchivedEntry(**fields))  # type: ignore[arg-type]
    return entries


def write(file: Path) -> Path:
    writer = ArchiveWriter(file, label="2026-03", previous="")
    for key in KEYS:
        entries = chained(key, 30)
        for first in range(0, 30, 10):  # blocks of 10 entries
            writer.write(key, entries[first : first + 10])
    writer.close()
    return file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "journal-2026-03.archive")


def test_entries_are_read_as_they_were_written(file: Path) -> None:
    assert check_file(file) == ""
    archive = ArchiveFile(file)
    entries = chained("table.1", 30)
    assert list(archive.entries("table.1")) == entries
    assert list(archive.entries("table.1", since=8, until=12)) == entries[8:12]
    assert [entry.seq for entry in archive.entries("table.1", since=26, names=("note",))] == [
        27,
        29,
    ]
    assert list(archive.entries("table.7")) == []
    assert archive.manifest.logs["lists.1"].last == 30


def test_same_entries_give_the_same_file(file: Path, tmp_path: Path) -> None:
    assert digest(write(tmp_path / "again")) == digest(file)
    assert file.stat().st_mode & 0o777 == 0o640


def test_changed_byte_is_named(file: Path) -> None:
    with ZipFile(file) as archive:
        info = archive.getinfo("table.1/000000000011-000000000020.jsonl")
    content = bytearray(file.read_bytes())
    content[info.header_offset + 60 + len(info.filename)] ^= 1
    file.write_bytes(content)
    assert check_file(file).startswith("is damaged: table.1, entry 11 to 20 can't be read")
    with pytest.raises(ArchiveError, match="entry 11"):
        list(ArchiveFile(file).entries("table.1", since=12, until=13))


def rewrite(file: Path, change: dict[str, bytes | None]) -> None:
    """Repack the archive with other content, as a person with ZIP tools would."""
    old = file.with_suffix(".old")
    shutil.move(file, old)
    with ZipFile(old) as source, ZipFile(file, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = change.get(name, source.read(name))
            if content is not None:
                target.writestr(name, content)


def test_changed_entry_is_named(file: Path) -> None:
    name = "table.1/000000000001-000000000010.jsonl"
    with ZipFile(file) as archive:
        text = archive.read(name)
    rewrite(file, {name: text.replace(b'"actor":"staff.1"', b'"actor":"staff.2"', 1)})
    assert check_file(file) == "is damaged: table.1, entry 1 doesn't match its hash"


def test_missing_block_is_named(file: Path) -> None:
    rewrite(file, {"lists.1/000000000021-000000000030.jsonl": None})
    assert check_file(file) == "is damaged: lists.1, entry 30 isn't the last one that is here"


def test_cut_and_missing_archives_are_named(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])
    assert check_file(file).startswith("isn't complete")
    file.unlink()
    assert check_file(file) == "is missing"
