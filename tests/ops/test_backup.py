"""A room that is put aside while it works, and made again elsewhere: the same heads, every chain in order."""

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

from audit.models import Act
from journal.models import Stream
from ops.backup import BackupError
from ops.backup.backup_restore import backup, database, restore
from ops.backup.manifest import DUMP, NAME, unpack
from ops.backup.postgresql import Postgresql, _sentence
from ops.backup.sqlite import Sqlite
from ops.server_lock import hold_server_lock
from poker.commands import Deal, Declare
from tests.tables.room import NOW, Small

committed = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Sqlite | Postgresql]:
    """A place for a room, on the same kind of database; nothing is there yet."""
    here = database(connection.settings_dict)
    if isinstance(here, Sqlite):
        yield Sqlite(tmp_path / "elsewhere.sqlite3")
        return
    name = f"elsewhere_{uuid4().hex[:8]}"
    postgresql = Postgresql(name, here.host, here.port, here.user, here.password)
    yield postgresql
    with postgresql._connected("") as server:
        server.autocommit = True
        rows = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{name}%"])
        for (match,) in rows.fetchall():
            server.execute(f'DROP DATABASE "{match}" WITH (FORCE)')


def heads(place: Sqlite | Postgresql) -> dict[str, tuple[int, str]]:
    return place.described("").heads


def changed(place: Sqlite | Postgresql, *statements: str) -> None:
    """Change a database as somebody could who owns it."""
    if isinstance(place, Sqlite):
        with closing(sqlite3.connect(place.file)) as opened, opened:
            for statement in statements:
                opened.execute(statement)
        return
    with place._connected(place.name) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@committed
def test_a_working_room_is_put_aside_and_made_again(
    game: Small, elsewhere: Sqlite | Postgresql, tmp_path: Path
) -> None:
    here, stop, key = database(connection.settings_dict), Event(), game.table.stream.key

    def deal() -> None:
        try:
            game.do(Deal())
            while not stop.is_set():
                game.do(Declare(1, "raise"))
        finally:
            connections.close_all()

    before = Stream.objects.get(pk=game.table.pk).seq
    dealer = Thread(target=deal)
    dealer.start()
    try:
        file, manifest = backup(here, tmp_path / "kept", NOW)
    finally:
        stop.set()
        dealer.join()
    assert file.name == "floorbook-20261121T214200Z.backup"
    assert file.stat().st_mode & 0o077 == 0
    assert [item.name for item in file.parent.iterdir()] == [file.name]
    assert before <= manifest.heads[key][0] <= Stream.objects.get(pk=game.table.pk).seq
    said, kept = restore(elsewhere, file, NOW, over=False, check=False)
    assert kept == ""
    assert said == manifest
    assert heads(elsewhere) == manifest.heads
    # Triggers came along: what was restored is kept as before.
    with pytest.raises((sqlite3.Error, psycopg.Error), match="append-only"):
        changed(elsewhere, "UPDATE journal_entry SET actor = 'nobody'")

    # A second time: the room that is there is not replaced without being told, and then kept.
    with pytest.raises(BackupError, match="--replace"):
        restore(elsewhere, file, NOW, over=False, check=False)
    said, kept = restore(elsewhere, file, NOW, over=True, check=False)
    assert "before" in kept
    assert heads(elsewhere) == manifest.heads


@committed
def test_a_restore_that_fails_changes_nothing(
    game: Small, elsewhere: Sqlite | Postgresql, tmp_path: Path
) -> None:
    file, _ = backup(database(connection.settings_dict), tmp_path, NOW)
    # A dump whose manifest is right and whose log is not what was hashed.
    forged = _forged(elsewhere, file, tmp_path)
    with pytest.raises(BackupError, match=r"its content doesn't match its hash"):
        restore(elsewhere, forged, NOW, over=True, check=False)
    assert not elsewhere.filled()
    left = [item.name for item in tmp_path.iterdir() if "restore" in item.name]
    assert left == []


def _forged(place: Sqlite | Postgresql, file: Path, folder: Path) -> Path:
    """The same room with another actor of one entry, packed as an honest backup."""
    dump = folder / "dump"
    unpack(file, dump)
    with place.aside(dump) as beside:
        away = "DROP TRIGGER journal_entry_no_update"
        if isinstance(beside, Postgresql):
            away = "DROP FUNCTION journal_entry_refuse() CASCADE"
        changed(beside, away, "UPDATE journal_entry SET actor = 'nobody' WHERE seq = 2")
        forged, _ = backup(beside, folder / "forged", NOW)
    dump.unlink()
    return forged


@committed
def test_a_damaged_file_is_told(
    game: Small, elsewhere: Sqlite | Postgresql, tmp_path: Path
) -> None:
    file, _ = backup(database(connection.settings_dict), tmp_path, NOW)
    short = tmp_path / "short.backup"
    short.write_bytes(file.read_bytes()[:-400])
    other = tmp_path / "other.backup"
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(other, "w") as out:
        out.writestr(NAME, archive.read(NAME))
        out.writestr(DUMP, archive.read(DUMP) + b"!")
    for bad, why in (
        (short, "isn't a complete backup"),
        (other, "is damaged"),
        (tmp_path / "none", "No such file"),
    ):
        with pytest.raises(BackupError, match=why):
            restore(elsewhere, bad, NOW, over=False, check=False)
    with pytest.raises(BackupError, match="already exists"):
        backup(database(connection.settings_dict), tmp_path, NOW)
    with pytest.raises(BackupError, match="can't write to"):
        backup(database(connection.settings_dict), file, NOW)


@committed
def test_commands_say_what_they_did(
    game: Small, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("backup", str(tmp_path))
    message = capsys.readouterr().out
    assert "2 logs with" in message
    assert "secret key" in message
    [file] = tmp_path.iterdir()
    act = Act.objects.get(verb="backup_made")
    assert (act.who, act.after) == ("system.command", {"file": file.name})
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--check")
    assert "can be restored" in capsys.readouterr().out
    with hold_server_lock(), pytest.raises(CommandError, match="stop it first"):
        call_command("restore", str(file), "--replace")


def test_a_tool_that_does_not_fit_is_said_in_a_sentence() -> None:
    text = "pg_dump: error: aborting because of server version mismatch\npg_dump: detail: 17; 15\n"
    assert "install postgresql-client" in _sentence("pg_dump", text)
    assert _sentence("pg_dump", "") == "pg_dump failed: with no message."


def test_a_database_that_nobody_reaches_is_said() -> None:
    nobody = Postgresql("room", "127.0.0.1", "1", "nobody", "")
    with pytest.raises(BackupError, match="Can't reach the database"):
        nobody.dump(Path("/nowhere"), "")
    address = urlsplit(Postgresql("a room", "db", "5433", "o/p", "s@cret").url())
    assert (address.hostname, address.port, address.path) == ("db", 5433, "/a%20room")
    assert psycopg.conninfo.conninfo_to_dict(address.geturl())["password"] == "s@cret"
