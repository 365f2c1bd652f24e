"""A room on PostgreSQL: pg_dump under one snapshot, restored as a database of its own that then takes the name."""

import os
import shutil
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql

from keeping.backup import NoBackup
from keeping.backup.manifest import Manifest, described

ENGINE = "postgresql"
LONGEST = 63  # letters of a name


@dataclass(frozen=True, slots=True)
class Postgresql:
    """A database of a server."""

    name: str
    host: str = ""
    port: str = ""
    user: str = ""
    password: str = ""
    engine: str = ENGINE

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Postgresql":
        """The one that Django's settings name."""
        told = {key.lower(): str(settings.get(key) or "") for key in ("HOST", "PORT", "USER")}
        return cls(name=settings["NAME"], password=str(settings.get("PASSWORD") or ""), **told)

    def dump(self, to: Path, made: str) -> Manifest:
        """Dump it as it is at one moment: rows are counted under the snapshot that pg_dump reads."""
        tool = _tool("pg_dump")
        with self._connected(self.name) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()
            manifest = self._described(connection, made)
            self._run(
                tool, "--format=custom", "--no-owner", "--no-privileges",
                f"--snapshot={snapshot[0] if snapshot else ''}", f"--file={to}", self.name,
            )  # fmt: skip
        return manifest

    def filled(self) -> bool:
        """Whether there is anything that a restore would replace."""
        if not self._there():
            return False
        with self._connected(self.name) as connection:
            found = connection.execute(
                "SELECT to_regclass('tables_room'), to_regclass('auth_user')"
            )
            names = [name for name in found.fetchone() or () if name]
            return any(
                (connection.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone() or [0])[0]
                for name in names
            )

    @contextmanager
    def aside(self, dump: Path) -> Generator["Postgresql"]:
        """The dump as a database of its own, as long as it is looked at; it is gone afterwards unless it was put in
        place.
        """
        tool = _tool("pg_restore")
        beside = replace(self, name=_name(self.name, f"restore_{token_hex(4)}"))
        try:
            self._server("CREATE DATABASE {} TEMPLATE template0", beside.name)
        except psycopg.errors.InsufficientPrivilege as error:
            raise NoBackup(
                f"{self.user or 'The user'} may not make databases: a restore needs that."
            ) from error
        try:
            self._run(
                tool, "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges",
                f"--dbname={beside.name}", str(dump),
            )  # fmt: skip
            yield beside
        finally:
            self._server("DROP DATABASE IF EXISTS {} WITH (FORCE)", beside.name)

    def described(self, made: str) -> Manifest:
        """What it holds."""
        with self._connected(self.name) as connection:
            return self._described(connection, made)

    def url(self) -> str:
        """As `DATABASE_URL` says it."""
        user = quote(self.user, safe="")
        who = f"{user}:{quote(self.password, safe='')}" if self.password else user
        port = f":{self.port}" if self.port else ""
        return f"postgres://{who}@{quote(self.host, safe='')}{port}/{quote(self.name, safe='')}"

    def put_in_place(self, beside: "Postgresql", before: str) -> str:
        """Let the restored one be the room's; gives the name of the one before, "" where there was none."""
        if not self._there():
            self._server("ALTER DATABASE {} RENAME TO {}", beside.name, self.name)
            return ""
        old = _name(self.name, before.replace("-", "_"))
        with self._connected("") as connection, connection.transaction():
            # Both or neither: a database is renamed within a transaction.
            try:
                for was, to in ((self.name, old), (beside.name, self.name)):
                    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
                    connection.execute(rename.format(sql.Identifier(was), sql.Identifier(to)))
            except psycopg.errors.ObjectInUse as error:
                raise NoBackup("The room is open: close it first.") from error
        return old

    def _described(self, connection: "psycopg.Connection[Any]", made: str) -> Manifest:
        server = str(connection.info.server_version)
        return described(connection, engine=ENGINE, server=server, made=made)

    def _connected(self, name: str) -> "psycopg.Connection[Any]":
        """A connection to a database; without a name, to another than this one."""
        others = [other for other in ("postgres", "template1") if other != self.name]
        for other in [name] if name else others:
            try:
                return psycopg.connect(
                    dbname=other, host=self.host, port=self.port, user=self.user,
                    password=self.password,
                )  # fmt: skip
            except psycopg.OperationalError as error:
                failed = error
        raise NoBackup(f"The database cannot be reached: {str(failed).strip()}.") from failed

    def _server(self, statement: str, *names: str) -> None:
        with self._connected("") as connection:
            connection.autocommit = True
            # The statements are this module's own.
            query = sql.SQL(statement).format(*map(sql.Identifier, names))
            connection.execute(query)

    def _there(self) -> bool:
        with self._connected("") as connection:
            found = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [self.name]
            ).fetchone()
        return found is not None

    def _run(self, *command: str) -> None:
        environment = {
            "PGHOST": self.host,
            "PGPORT": self.port,
            "PGUSER": self.user,
            "PGPASSWORD": self.password,
        }
        done = subprocess.run(
            command,
            env={**os.environ, **{name: value for name, value in environment.items() if value}},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NoBackup(_sentence(Path(command[0]).name, done.stderr))


def _tool(name: str) -> str:
    """One of PostgreSQL's programs, the newest: it reads all servers that are not newer."""
    kept = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = max(kept, key=lambda path: int(path.parts[4]), default=None)
    found = newest or shutil.which(name)
    if found is None:
        raise NoBackup(f"{name} is not there: Debian's package postgresql-client has it.")
    return str(found)


def _sentence(tool: str, said: str) -> str:
    lines = said.strip().splitlines()
    if "version mismatch" in said or "unsupported version" in said:
        return (
            f"{tool} is older than the server or than the backup: install postgresql-client of"
            f" the server's version ({lines[-1] if lines else ''})."
        )
    return f"{tool} failed: {lines[0] if lines else 'without a word'}."


def _name(name: str, end: str) -> str:
    return f"{name[: LONGEST - len(end) - 1]}_{end}"
