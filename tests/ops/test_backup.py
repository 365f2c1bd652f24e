"""A backup of a working room, restored elsewhere: the same heads, every chain verified."""

import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from journal.models import Stream
from journal.work_folders import LOCK
from ops.backup import BackupError, NoSpaceError, NotTriedError
from ops.backup.backup_restore import backup, database, restore
from ops.backup.manifest import DUMP, NAME, unpack
from ops.backup.postgresql import Postgresql, _error, _sentence
from ops.backup.sqlite import Sqlite
from ops.server_lock import hold_server_lock
from poker.commands import Deal, Declare
from staff.models import AuditEvent
from tests.support.room import NOW, TableDriver

committed = pytest.mark.django_db(transaction=True)


@pytest.fixture
def separate_database(tmp_path: Path) -> Iterator[Sqlite | Postgresql]:
    """An empty database of the same kind."""
    source = database(connection.settings_dict)
    if isinstance(source, Sqlite):
        yield Sqlite(tmp_path / "elsewhere.sqlite3")
        return
    name = f"elsewhere_{uuid4().hex[:8]}"
    postgresql = Postgresql(name, source.host, source.port, source.user, source.password)
    yield postgresql
    with postgresql._connected("") as server:
        server.autocommit = True
        rows = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{name}%"])
        for (match,) in rows.fetchall():
            server.execute(f'DROP DATABASE "{match}" WITH (FORCE)')


def stream_heads(source: Sqlite | Postgresql) -> dict[str, tuple[int, str]]:
    return source.described("").heads


def change_database(source: Sqlite | Postgresql, *statements: str) -> None:
    """Change a database as its owner could."""
    if isinstance(source, Sqlite):
        with closing(sqlite3.connect(source.file)) as database, database:
            for statement in statements:
                database.execute(statement)
        return
    with source._connected(source.name) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@committed
@pytest.mark.release_on_sqlite
def test_running_room_is_backed_up_and_restored(
    game: TableDriver, separate_database: Sqlite | Postgresql, tmp_path: Path
) -> None:
    source = database(connection.settings_dict)
    stop = Event()
    key = game.table.stream.key

    def deal_hands() -> None:
        try:
            game.execute(Deal())
            while not stop.is_set():
                game.execute(Declare(1, "raise"))
        finally:
            connections.close_all()

    before = Stream.objects.get(pk=game.table.pk).seq
    dealer = Thread(target=deal_hands)
    dealer.start()
    try:
        file, manifest = backup(source, tmp_path / "kept", NOW)
    finally:
        stop.set()
        dealer.join()
    assert file.name == "floorbook-20261121T214200Z.backup"
    assert file.stat().st_mode & 0o077 == 0
    assert [item.name for item in file.parent.iterdir()] == [file.name]
    assert before <= manifest.heads[key][0] <= Stream.objects.get(pk=game.table.pk).seq
    report, moved_aside = restore(separate_database, file, NOW, over=False, check=False)
    assert moved_aside == ""
    assert report == manifest
    assert stream_heads(separate_database) == manifest.heads
    # Triggers are restored, so the data is append-only.
    with pytest.raises((sqlite3.Error, psycopg.Error), match="append-only"):
        change_database(separate_database, "UPDATE journal_entry SET actor = 'nobody'")

    # A second restore replaces the room only when told to, and moves it aside.
    with pytest.raises(BackupError, match="--replace"):
        restore(separate_database, file, NOW, over=False, check=False)
    report, moved_aside = restore(separate_database, file, NOW, over=True, check=False)
    assert "before" in moved_aside
    assert stream_heads(separate_database) == manifest.heads


@pytest.mark.release
@committed
def test_a_restore_that_fails_changes_nothing(
    game: TableDriver, separate_database: Sqlite | Postgresql, tmp_path: Path
) -> None:
    file, _ = backup(database(connection.settings_dict), tmp_path, NOW)
    # A dump with a valid manifest and a log that was not hashed.
    forged = _forge_backup(separate_database, file, tmp_path)
    with pytest.raises(BackupError, match=r"its content doesn't match its hash"):
        restore(separate_database, forged, NOW, over=True, check=False)
    assert not separate_database.filled()
    assert list(tmp_path.glob(".floorbook-*")) == []


@pytest.mark.release
@committed
def test_what_a_killed_restore_left_is_removed_by_the_next(
    game: TableDriver, separate_database: Sqlite | Postgresql, tmp_path: Path
) -> None:
    file, _ = backup(database(connection.settings_dict), tmp_path, NOW)
    left = tmp_path / ".floorbook-left.work"
    left.mkdir()
    for name in (LOCK, DUMP):
        (left / name).touch()
    if isinstance(separate_database, Postgresql):
        names = [f"{separate_database.name}_restore_{token}" for token in ("0a1b2c3d", "0a1b2c3e")]
        for name in names:
            separate_database._server("CREATE DATABASE {} TEMPLATE template0", name)
        with separate_database._locked(names[1]):  # of a restore that goes on
            assert separate_database.drop_left() == names[:1]
        with separate_database._connected(names[1]):
            assert separate_database.drop_left() == []
    restore(separate_database, file, NOW, over=False, check=True)
    assert not left.exists()
    assert separate_database.drop_left() == []


def _forge_backup(source: Sqlite | Postgresql, file: Path, folder: Path) -> Path:
    """Return a valid backup with a changed actor of one entry."""
    dump = folder / "dump"
    unpack(file, dump)
    with source.aside(dump) as aside_database:
        drop_sql = "DROP TRIGGER journal_entry_no_update"
        if isinstance(aside_database, Postgresql):
            drop_sql = "DROP FUNCTION journal_entry_refuse() CASCADE"
        change_database(
            aside_database, drop_sql, "UPDATE journal_entry SET actor = 'nobody' WHERE seq = 2"
        )
        forged, _ = backup(aside_database, folder / "forged", NOW)
    dump.unlink()
    return forged


@committed
def test_damaged_file_is_reported(
    game: TableDriver, separate_database: Sqlite | Postgresql, tmp_path: Path
) -> None:
    file, _ = backup(database(connection.settings_dict), tmp_path, NOW)
    short = tmp_path / "short.backup"
    short.write_bytes(file.read_bytes()[:-400])
    damaged_file = tmp_path / "other.backup"
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(damaged_file, "w") as target_archive:
        target_archive.writestr(NAME, archive.read(NAME))
        target_archive.writestr(DUMP, archive.read(DUMP) + b"!")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 255  # in the compressed dump
    torn_file = tmp_path / "torn.backup"
    torn_file.write_bytes(content)
    for invalid_value, reason in (
        (short, "isn't a complete backup"),
        (torn_file, "isn't a complete backup"),
        (damaged_file, "is damaged"),
        (tmp_path / "none", "No such file"),
    ):
        with pytest.raises(BackupError, match=reason):
            restore(separate_database, invalid_value, NOW, over=False, check=False)
    with pytest.raises(BackupError, match="already exists"):
        backup(database(connection.settings_dict), tmp_path, NOW)
    with pytest.raises(BackupError, match="can't write to"):
        backup(database(connection.settings_dict), file, NOW)


@pytest.mark.release
@committed
def test_commands_report_their_results(
    game: TableDriver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("backup", str(tmp_path))
    message = capsys.readouterr().out
    assert "2 logs with" in message
    assert "secret key" in message
    [file] = tmp_path.glob("*.backup")
    act = AuditEvent.objects.get(verb="backup_made")
    assert (act.who, act.after) == ("system.command", {"file": file.name})
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--check")
    assert "can be restored" in capsys.readouterr().out
    with hold_server_lock(), pytest.raises(CommandError, match="stop it first"):
        call_command("restore", str(file), "--replace")


def test_backup_tool_of_another_version_is_reported() -> None:
    text = "pg_dump: error: aborting because of server version mismatch\npg_dump: detail: 17; 15\n"
    assert "install postgresql-client" in _sentence("pg_dump", text)
    assert _sentence("pg_dump", "") == "pg_dump failed: with no message."


def test_error_of_a_backup_tool_says_what_it_is_about(tmp_path: Path) -> None:
    full = "pg_dump: error: could not write to file: No space left on device"
    assert str(tmp_path) in str(_error("pg_dump", full, tmp_path))
    extend = "pg_restore: error: could not extend file: No space left on device"
    assert "disk of the PostgreSQL server" in str(_error("pg_restore", extend, None))
    kinds = {
        extend: NoSpaceError,
        "pg_restore: error: unsupported version (1.15) in file header": NotTriedError,
        "pg_restore: error: could not read from input file: end of file": BackupError,
    }
    assert {text: type(_error("pg_restore", text, None)) for text in kinds} == kinds


def test_unreachable_database_is_reported() -> None:
    unreachable = Postgresql("room", "127.0.0.1", "1", "nobody", "")
    with pytest.raises(NotTriedError, match="Can't reach the database"):
        unreachable.dump(Path("/nowhere"), "")
    address = urlsplit(Postgresql("a room", "db", "5433", "o/p", "s@cret").url())
    assert (address.hostname, address.port, address.path) == ("db", 5433, "/a%20room")
    assert psycopg.conninfo.conninfo_to_dict(address.geturl())["password"] == "s@cret"
