"""The manifest of a backup: its rows, the head of every log, the hash of the dump."""

import json
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

from journal.disk_space import is_full, no_space
from journal.work_folders import move_into_place, work_folder
from ops.backup import BackupError, NoSpaceError

FORMAT = 1
NAME = "manifest.json"
DUMP = "room.dump"
HEADS = ".heads"  # the ending of a file with the heads of a backup
CHUNK = 1 << 20


class Connection(Protocol):
    """The common interface of both database drivers."""

    def execute(self, query: Any, /) -> Any: ...


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    made: str  # UTC, ISO
    engine: str  # sqlite or postgresql
    server: str  # its version
    migrations: tuple[tuple[str, str], ...]  # app and name of each applied migration
    rows: dict[str, int]  # number of rows by table
    heads: dict[str, tuple[int, str]]  # last position and hash of each log
    sha256: str = ""  # of the dump
    size: int = 0  # size of the dump in bytes


def build_manifest(connection: Connection, *, engine: str, server: str, made: str) -> Manifest:
    """Return the manifest of a database. Raises `BackupError` if it is not a Floorbook database."""
    if engine == "sqlite":
        match = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    else:
        # Rows of a partition are counted with those of its table.
        match = (
            "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
            " AND relkind IN ('r', 'p') AND NOT relispartition"
        )
    tables = sorted(row[0] for row in connection.execute(match).fetchall())
    if "journal_stream" not in tables:
        raise BackupError("This database has no Floorbook data.")
    heads = connection.execute("SELECT key, seq, hash FROM journal_stream ORDER BY key")
    migrations = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    return Manifest(
        format=FORMAT,
        made=made,
        engine=engine,
        server=server,
        migrations=tuple((app, name) for app, name in migrations.fetchall()),
        rows={
            table: connection.execute(f'SELECT COUNT(*) FROM "{table}"').fetchone()[0]
            for table in tables
        },
        heads={key: (seq, last) for key, seq, last in heads.fetchall()},
    )


def pack(file: Path, manifest: Manifest, dump: Path) -> Manifest:
    """Write a backup file, completely or not at all, readable only by its owner. The dump is in a work folder."""
    final_manifest = msgspec.structs.replace(
        manifest, sha256=digest(dump), size=dump.stat().st_size
    )
    draft = dump.with_name(file.name)
    draft.touch(mode=0o600)
    with ZipFile(draft, "w", ZIP_DEFLATED) as archive:
        archive.writestr(NAME, json.dumps(msgspec.to_builtins(final_manifest), indent=1))
        archive.write(dump, DUMP)
    move_into_place(draft, file)
    return final_manifest


def read_heads(file: Path) -> dict[str, tuple[int, str]]:
    """Return the heads of all logs in a backup, or in the file of heads beside a backup. Raises `BackupError`."""
    try:
        if file.suffix == HEADS:
            return msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[int, str]])
        with ZipFile(file) as archive:
            return msgspec.json.decode(archive.read(NAME), type=Manifest).heads
    except FileNotFoundError as error:
        raise BackupError(f"No such file: {file}.") from error
    except (BadZipFile, KeyError, msgspec.MsgspecError, OSError) as error:
        raise BackupError(f"{file} has no heads of logs: {error}.") from error


def write_heads(file: Path, manifest: Manifest) -> Path:
    """Write the heads of all logs beside a backup, for storage elsewhere: without names, amounts or keys.

    Raises `BackupError`.
    """
    heads = file.with_suffix(HEADS)
    try:
        with work_folder(file.parent) as space:
            draft = space / heads.name
            draft.touch(mode=0o600)
            draft.write_text(json.dumps(manifest.heads, indent=1), encoding="utf-8")
            move_into_place(draft, heads)
    except OSError as error:
        if is_full(error):
            raise NoSpaceError(f"Not copied. {no_space(file.parent)}") from error
        raise BackupError(f"Not copied: can't write {heads}: {error.strerror}.") from error
    return heads


def unpack(file: Path, dump: Path) -> Manifest:
    """Read a backup file and extract its dump.

    Raises `BackupError` if it is invalid or does not match its manifest, `NoSpaceError` before the dump is written if
    the disk has no space for it, and `OSError` if it can't be written.
    """
    manifest = _read_manifest(file)
    if manifest.format > FORMAT:
        raise BackupError(f"{file} was made by a newer Floorbook.")
    if shutil.disk_usage(dump.parent).free < manifest.size:
        raise NoSpaceError(no_space(dump.parent, manifest.size))
    with dump.open("wb") as out:
        for chunk in _chunks(file):
            out.write(chunk)
    if digest(dump) != manifest.sha256:
        raise BackupError(f"{file} is damaged: its dump doesn't match.")
    return manifest


def _read_manifest(file: Path) -> Manifest:
    with _reading(file), ZipFile(file) as archive:
        return msgspec.json.decode(archive.read(NAME), type=Manifest)


def _chunks(file: Path) -> Iterator[bytes]:
    """Yield the dump of a backup in parts. Errors of the writer are not converted here."""
    with _reading(file), ZipFile(file) as archive, archive.open(DUMP) as dump:
        while chunk := dump.read(CHUNK):
            yield chunk


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Raise `BackupError` if a backup can't be read in the block."""
    try:
        yield
    except FileNotFoundError as error:
        raise BackupError(f"No such file: {file}.") from error
    except (BadZipFile, zlib.error, KeyError, msgspec.MsgspecError, OSError, EOFError) as error:
        raise BackupError(f"{file} isn't a complete backup: {error}.") from error


def digest(file: Path) -> str:
    sha = sha256()
    with file.open("rb") as buffered_reader:
        while chunk := buffered_reader.read(CHUNK):
            sha.update(chunk)
    return sha.hexdigest()


def refuse_difference(manifest: Manifest, restored: Manifest) -> None:
    """Check that a restored database has every row and head of the manifest. Raises `BackupError`."""
    for table in sorted(manifest.rows.keys() | restored.rows.keys()):
        if manifest.rows.get(table) != restored.rows.get(table):
            raise BackupError(
                f"Not restored: {table} has {restored.rows.get(table)} rows,"
                f" the manifest says {manifest.rows.get(table)}."
            )
    for key in sorted(manifest.heads.keys() | restored.heads.keys()):
        if manifest.heads.get(key) != restored.heads.get(key):
            raise BackupError(f"Not restored: the log {key} doesn't end where the manifest says.")
