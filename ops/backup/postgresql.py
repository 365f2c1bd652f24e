"""Backup on PostgreSQL: pg_dump under one snapshot, restored to a separate database that is then renamed."""

import os
import re
import shutil
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql

from journal.disk_space import no_space, says_full
from ops.backup import BackupError, NoSpaceError, NotTriedError
from ops.backup.manifest import Manifest, build_manifest

ENGINE = "postgresql"
CONNECT_TIMEOUT = 10  # seconds
NAME_LENGTH = 63  # characters of a database name
SERVER_IS_FULL = "No space on the disk of the PostgreSQL server. Make room there."
_VERSIONS = (
    "version mismatch",
    "unsupported version",
)  # the output of a program for a newer server or backup
RESTORE = "restore_"  # precedes a random token in the name of a restore's separate database
TOKEN_BYTES = 4
LOCK = "SELECT pg_advisory_lock(hashtextextended(%s, 0))"
TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
UNLOCK = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"
OWNED = (
    "SELECT datname::text FROM pg_database JOIN pg_roles ON pg_roles.oid = datdba"
    " WHERE rolname = current_user AND datname ~ %s"
)


@dataclass(frozen=True, slots=True)
class Postgresql:
    """A database on a server."""

    name: str
    host: str = ""
    port: str = ""
    user: str = ""
    password: str = ""
    engine: str = ENGINE

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Postgresql":
        """Return the database from Django's settings."""
        data = {key.lower(): str(settings.get(key) or "") for key in ("HOST", "PORT", "USER")}
        return cls(name=settings["NAME"], password=str(settings.get("PASSWORD") or ""), **data)

    def dump(self, to: Path, created_at: str) -> Manifest:
        """Dump the database at one point in time: rows are counted under the snapshot that pg_dump uses."""
        tool = _tool("pg_dump")
        with self._connected(self.name) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()
            manifest = self._described(connection, created_at)
            self._run(
                tool,
                "--format=custom",
                "--no-owner",
                "--no-privileges",
                f"--snapshot={snapshot[0] if snapshot else ''}",
                f"--file={to}",
                self.name,
                writes_to=to.parent,
            )
        return manifest

    def filled(self) -> bool:
        """Return whether there is data that a restore would replace."""
        if not self._there():
            return False
        with self._connected(self.name) as connection:
            cursor = connection.execute(
                "SELECT to_regclass('tables_room'), to_regclass('auth_user')"
            )
            names = [name for name in cursor.fetchone() or () if name]
            return any(
                (connection.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone() or [0])[0]
                for name in names
            )

    @contextmanager
    def aside(self, dump: Path) -> Generator["Postgresql"]:
        """Restore the dump to a separate database for the duration of the block; drop it afterwards unless it was put
        in place.
        """
        tool = _tool("pg_restore")
        postgresql = replace(self, name=_name(self.name, f"{RESTORE}{token_hex(TOKEN_BYTES)}"))
        with self._locked(postgresql.name):
            try:
                self._server("CREATE DATABASE {} TEMPLATE template0", postgresql.name)
            except psycopg.errors.InsufficientPrivilege as error:
                raise NotTriedError(
                    f"{self.user or 'The user'} can't create databases, and a restore needs that."
                ) from error
            try:
                self._run(
                    tool,
                    "--exit-on-error",
                    "--single-transaction",
                    "--no-owner",
                    "--no-privileges",
                    f"--dbname={postgresql.name}",
                    str(dump),
                )
                yield postgresql
            finally:
                self._server("DROP DATABASE IF EXISTS {} WITH (FORCE)", postgresql.name)

    def drop_left(self) -> list[str]:
        """Drop the separate databases of restores that have ended; return their names.

        A restore holds a lock of the server, which releases it when the connection ends, even after SIGKILL. Only
        databases of this user without connections are dropped.
        """
        start = _name(self.name, f"{RESTORE}{'0' * 2 * TOKEN_BYTES}")[: -2 * TOKEN_BYTES]
        dropped_names = []
        with self._connected("") as connection:
            connection.autocommit = True
            names = connection.execute(OWNED, [f"^{re.escape(start)}[0-9a-f]+$"]).fetchall()
            for (name,) in names:
                row = connection.execute(TRY_LOCK, [name]).fetchone()
                if row is None or not row[0]:
                    continue
                with suppress(psycopg.errors.ObjectInUse):
                    connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))
                    dropped_names.append(name)
                connection.execute(UNLOCK, [name])
        return dropped_names

    def described(self, created_at: str) -> Manifest:
        with self._connected(self.name) as connection:
            return self._described(connection, created_at)

    def url(self) -> str:
        """Return the database as a `DATABASE_URL`."""
        user = quote(self.user, safe="")
        name = f"{user}:{quote(self.password, safe='')}" if self.password else user
        port = f":{self.port}" if self.port else ""
        return f"postgres://{name}@{quote(self.host, safe='')}{port}/{quote(self.name, safe='')}"

    def put_in_place(self, postgresql: "Postgresql", before: str) -> str:
        """Make the restored database the room's; return the name of the previous one, "" if there was none."""
        if not self._there():
            self._server("ALTER DATABASE {} RENAME TO {}", postgresql.name, self.name)
            return ""
        old_name = _name(self.name, before.replace("-", "_"))
        with self._connected("") as connection, connection.transaction():
            # One transaction does both renames or neither.
            try:
                for current_name, new_name in ((self.name, old_name), (postgresql.name, self.name)):
                    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
                    connection.execute(
                        rename.format(sql.Identifier(current_name), sql.Identifier(new_name))
                    )
            except psycopg.errors.ObjectInUse as error:
                raise BackupError("Floorbook is running: stop it first.") from error
        return old_name

    def _described(self, connection: "psycopg.Connection[Any]", created_at: str) -> Manifest:
        server = str(connection.info.server_version)
        return build_manifest(connection, engine=ENGINE, server=server, made=created_at)

    def _connected(self, name: str) -> "psycopg.Connection[Any]":
        """Connect to a database; without a name, to one other than this database."""
        others = [other for other in ("postgres", "template1") if other != self.name]
        for other in [name] if name else others:
            try:
                return psycopg.connect(
                    dbname=other,
                    host=self.host,
                    port=self.port,
                    user=self.user,
                    password=self.password,
                    connect_timeout=CONNECT_TIMEOUT,
                )
            except psycopg.OperationalError as error:
                last_error = error
        raise NotTriedError(f"Can't reach the database: {str(last_error).strip()}.") from last_error

    @contextmanager
    def _locked(self, name: str) -> Generator[None]:
        """Lock the name of a separate database for the duration of the block."""
        with self._connected("") as connection:
            connection.autocommit = True
            connection.execute(LOCK, [name])
            yield

    def _server(self, statement: str, *names: str) -> None:
        with self._connected("") as connection:
            connection.autocommit = True
            # The statements come only from this module.
            query = sql.SQL(statement).format(*map(sql.Identifier, names))
            connection.execute(query)

    def _there(self) -> bool:
        with self._connected("") as connection:
            match = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [self.name]
            ).fetchone()
        return match is not None

    def _run(self, *command: str, writes_to: Path | None = None) -> None:
        """Run a program of PostgreSQL. Raises `BackupError`.

        writes_to: the folder in which it writes; without it, only the server writes.
        """
        environment = {
            "PGHOST": self.host,
            "PGPORT": self.port,
            "PGUSER": self.user,
            "PGPASSWORD": self.password,
        }
        result = subprocess.run(
            command,
            env={**os.environ, **{name: value for name, value in environment.items() if value}},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise _error(Path(command[0]).name, result.stderr, writes_to)


def _tool(name: str) -> str:
    """Return the newest installed version of a PostgreSQL program, because it can read every server up to its own
    version.
    """
    paths = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = max(paths, key=lambda path: int(path.parts[4]), default=None)
    match = newest or shutil.which(name)
    if match is None:
        raise NotTriedError(f"{name} is missing: install Debian's postgresql-client.")
    return str(match)


def _error(tool: str, text: str, writes_to: Path | None) -> BackupError:
    """Return the error for the output of a PostgreSQL program."""
    if says_full(text):
        return NoSpaceError(no_space(writes_to) if writes_to else SERVER_IS_FULL)
    is_of_server = any(part in text for part in (*_VERSIONS, "connection to server"))
    return (NotTriedError if is_of_server else BackupError)(_sentence(tool, text))


def _sentence(tool: str, text: str) -> str:
    lines = text.strip().splitlines()
    if any(part in text for part in _VERSIONS):
        return (
            f"{tool} is older than the server or than the backup: install postgresql-client of"
            f" the server's version ({lines[-1] if lines else ''})."
        )
    return f"{tool} failed: {lines[0] if lines else 'with no message'}."


def _name(name: str, end: str) -> str:
    return f"{name[: NAME_LENGTH - len(end) - 1]}_{end}"
