"""Backup on SQLite: copied with SQLite's online backup, restored to a separate file that then replaces the old one."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from journal.work_folders import move_into_place
from ops.backup import BackupError
from ops.backup.manifest import Manifest, build_manifest
from web.outages import outage_of

ENGINE = "sqlite"


@dataclass(frozen=True, slots=True)
class Sqlite:
    """The database in a file."""

    file: Path
    engine: str = ENGINE

    def dump(self, to: Path, created_at: str) -> Manifest:
        """Copy the database at one point in time while writers continue. The manifest is read from the copy."""
        if not self.file.exists():
            raise BackupError(f"No such database: {self.file}.")
        with closing(sqlite3.connect(self.file)) as source, closing(sqlite3.connect(to)) as copy:
            source.backup(copy)  # in one step, so at one point in time
            # A single file without a separate write-ahead log.
            copy.execute("PRAGMA journal_mode=DELETE")
            return self._described(copy, created_at)

    def filled(self) -> bool:
        """Return whether there is data that a restore would replace."""
        if not self.file.exists():
            return False
        with closing(sqlite3.connect(self.file)) as connection:
            return _any_room(connection)

    @contextmanager
    def aside(self, dump: Path) -> Generator["Sqlite"]:
        """Use the dump, a database file in a work folder, as a separate database for the duration of the block."""
        try:
            yield Sqlite(dump)
        except sqlite3.DatabaseError as error:
            if outage_of(error):  # the disk fails, not the dump
                raise
            raise BackupError(f"Can't read the dump: {error}.") from error

    def drop_left(self) -> list[str]:
        """Return nothing, because a killed restore leaves only files."""
        return []

    def described(self, created_at: str) -> Manifest:
        """Return the database's manifest. Raises `BackupError` if it is damaged."""
        with closing(sqlite3.connect(self.file)) as connection:
            message = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if message != "ok":
                raise BackupError(f"The dump is damaged: {message}.")
            return self._described(connection, created_at)

    def url(self) -> str:
        """Return the database as a `DATABASE_URL`."""
        return f"sqlite:///{self.file}"

    def put_in_place(self, sqlite: "Sqlite", before: str) -> str:
        """Make the restored database the room's; return the path of the previous one, "" if there was none."""
        previous = ""
        if self.file.exists():
            self._alone(self.file)
            old_file = self.file.with_name(f"{self.file.name}.{before}")
            old_file.hardlink_to(self.file)  # a link, so that the file always has its name
            previous = str(old_file)
        self._alone(sqlite.file)
        move_into_place(sqlite.file, self.file)
        return previous

    def _alone(self, file: Path) -> None:
        """Merge the write-ahead log into the database file.

        Raises `BackupError` if the database is open elsewhere.
        """
        try:
            with closing(sqlite3.connect(file, timeout=1)) as connection:
                connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            if outage_of(error) != "busy":
                raise
            raise BackupError("Floorbook is running: stop it first.") from error

    def _described(self, connection: sqlite3.Connection, created_at: str) -> Manifest:
        return build_manifest(
            connection, engine=ENGINE, server=sqlite3.sqlite_version, made=created_at
        )


def _any_room(connection: sqlite3.Connection) -> bool:
    for table in ("tables_room", "journal_stream", "players_player", "auth_user"):
        with suppress(sqlite3.OperationalError):  # no such table
            if connection.execute(f"SELECT EXISTS (SELECT 1 FROM {table})").fetchone()[0]:
                return True
    return False
