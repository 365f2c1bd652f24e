"""A room on SQLite: copied with SQLite's own online backup, restored beside the old file and then put in its place."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from keeping.backup import NoBackup
from keeping.backup.manifest import Manifest, described

ENGINE = "sqlite"


@dataclass(frozen=True, slots=True)
class Sqlite:
    """The database in a file."""

    file: Path
    engine: str = ENGINE

    def dump(self, to: Path, made: str) -> Manifest:
        """Copy it as it is at one moment; writers go on meanwhile. The manifest is read from the copy."""
        if not self.file.exists():
            raise NoBackup(f"There is no database {self.file}.")
        with closing(sqlite3.connect(self.file)) as source, closing(sqlite3.connect(to)) as copy:
            source.backup(copy)  # in one step, so of one moment
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
            return self._described(copy, made)

    def filled(self) -> bool:
        """Whether there is anything that a restore would replace."""
        if not self.file.exists():
            return False
        with closing(sqlite3.connect(self.file)) as connection:
            return _any_room(connection)

    @contextmanager
    def aside(self, dump: Path) -> Generator["Sqlite"]:
        """The dump as a database beside this one, as long as it is looked at; it is gone afterwards unless it was put
        in place.
        """
        beside = self.file.with_name(f"{self.file.name}.restore-{token_hex(4)}")
        try:
            with (
                closing(sqlite3.connect(dump)) as source,
                closing(sqlite3.connect(beside)) as copy,
            ):
                source.backup(copy)
            yield Sqlite(beside)
        except sqlite3.DatabaseError as error:
            raise NoBackup(f"The dump cannot be read: {error}.") from error
        finally:
            for end in ("", "-wal", "-shm", "-journal"):
                Path(f"{beside}{end}").unlink(missing_ok=True)

    def described(self, made: str) -> Manifest:
        """What it holds."""
        with closing(sqlite3.connect(self.file)) as connection:
            told = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if told != "ok":
                raise NoBackup(f"The dump is damaged: {told}.")
            return self._described(connection, made)

    def url(self) -> str:
        """As `DATABASE_URL` says it."""
        return f"sqlite:///{self.file}"

    def put_in_place(self, beside: "Sqlite", before: str) -> str:
        """Let the restored one be the room's; gives where the one before is kept, "" where there was none."""
        kept = ""
        if self.file.exists():
            self._alone(self.file)
            old = self.file.with_name(f"{self.file.name}.{before}")
            old.hardlink_to(self.file)  # it never is without its name
            kept = str(old)
        self._alone(beside.file)
        beside.file.replace(self.file)
        return kept

    def _alone(self, file: Path) -> None:
        """All of a database in its one file. Refuses while anybody has it open."""
        try:
            with closing(sqlite3.connect(file, timeout=1)) as connection:
                connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            raise NoBackup("The room is open: close it first.") from error

    def _described(self, connection: sqlite3.Connection, made: str) -> Manifest:
        return described(connection, engine=ENGINE, server=sqlite3.sqlite_version, made=made)


def _any_room(connection: sqlite3.Connection) -> bool:
    for table in ("tables_room", "journal_stream", "players_player", "auth_user"):
        with suppress(sqlite3.OperationalError):  # no such table
            if connection.execute(f"SELECT EXISTS (SELECT 1 FROM {table})").fetchone()[0]:
                return True
    return False
