"""What a backup says of itself: its rows, the head of every log, the hash of what was dumped."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

from keeping.backup import NoBackup

FORMAT = 1
NAME, DUMP = "manifest.json", "room.dump"
CHUNK = 1 << 20


class Connection(Protocol):
    """What both drivers have."""

    def execute(self, query: Any, /) -> Any:
        """Ask the database."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """made: UTC, ISO; engine: sqlite or postgresql; server: its version; migrations: app and name of each that ran;
    rows: by table; heads: of each log its last number and hash; sha256, size: of the dump, in bytes.
    """

    format: int
    made: str
    engine: str
    server: str
    migrations: tuple[tuple[str, str], ...]
    rows: dict[str, int]
    heads: dict[str, tuple[int, str]]
    sha256: str = ""
    size: int = 0


def described(connection: Connection, *, engine: str, server: str, made: str) -> Manifest:
    """What a database holds. Of one that is no room's: `NoBackup`."""
    if engine == "sqlite":
        found = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    else:
        found = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    tables = sorted(row[0] for row in connection.execute(found).fetchall())
    if "journal_stream" not in tables:
        raise NoBackup("This database has no room in it.")
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


def packed(file: Path, manifest: Manifest, dump: Path) -> Manifest:
    """Write a backup: it stands there whole or not at all, and only its owner may read it."""
    said = msgspec.structs.replace(manifest, sha256=digest(dump), size=dump.stat().st_size)
    draft = file.with_name(f".{file.name}.draft")
    draft.touch(mode=0o600)
    try:
        with ZipFile(draft, "w", ZIP_DEFLATED) as archive:
            archive.writestr(NAME, json.dumps(msgspec.to_builtins(said), indent=1))
            archive.write(dump, DUMP)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return said


def unpacked(file: Path, dump: Path) -> Manifest:
    """Read a backup, and put its dump there. A file that is none, or not what its manifest says: `NoBackup`."""
    try:
        with ZipFile(file) as archive:
            manifest = msgspec.json.decode(archive.read(NAME), type=Manifest)
            with archive.open(DUMP) as packed_dump, dump.open("wb") as out:
                while chunk := packed_dump.read(CHUNK):
                    out.write(chunk)
    except FileNotFoundError as error:
        raise NoBackup(f"There is no file {file}.") from error
    except (BadZipFile, KeyError, msgspec.MsgspecError, OSError, EOFError) as error:
        raise NoBackup(f"{file} is no whole backup: {error}.") from error
    if manifest.format > FORMAT:
        raise NoBackup(f"{file} was made by a newer Floorbook than this one.")
    if digest(dump) != manifest.sha256:
        raise NoBackup(f"{file} is damaged: its dump is not the one that was made.")
    return manifest


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    hashed = sha256()
    with file.open("rb") as read:
        while chunk := read.read(CHUNK):
            hashed.update(chunk)
    return hashed.hexdigest()


def refuse_difference(said: Manifest, found: Manifest) -> None:
    """What was restored has every row and every head that the manifest names, or `NoBackup`."""
    for table in sorted(said.rows.keys() | found.rows.keys()):
        if said.rows.get(table) != found.rows.get(table):
            raise NoBackup(
                f"Not restored: {table} has {found.rows.get(table)} rows,"
                f" the manifest says {said.rows.get(table)}."
            )
    for key in sorted(said.heads.keys() | found.heads.keys()):
        if said.heads.get(key) != found.heads.get(key):
            raise NoBackup(f"Not restored: the log {key} does not end where the manifest says.")
