"""Backup and restore of the room's database."""

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from journal.disk_space import is_full, no_space, says_full
from journal.work_folders import work_folder
from ops.backup import BackupError, NoSpaceError, NotTriedError
from ops.backup.left_work import place_of_restore, remove_left
from ops.backup.manifest import DUMP, Manifest, pack, refuse_difference, unpack
from ops.backup.postgresql import SERVER_IS_FULL, Postgresql
from ops.backup.sqlite import Sqlite
from ops.schema_state import own_migrations
from web.outages import outage_of

_log = logging.getLogger("floorbook.backup")
MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def database(settings: Mapping[str, Any]) -> Sqlite | Postgresql:
    """Return the database from Django's settings."""
    if settings["ENGINE"].endswith("sqlite3"):
        return Sqlite(Path(settings["NAME"]))
    return Postgresql.of(settings)


def backup(source: Sqlite | Postgresql, folder: Path, now: datetime) -> tuple[Path, Manifest]:
    """Back up the database to a file in `folder`, even while the server runs; return the file and its manifest."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(f"can't write to {folder}: {error.strerror}.") from error
    created_at = now.astimezone(UTC)
    file = folder / f"floorbook-{created_at:%Y%m%dT%H%M%SZ}.backup"
    if file.exists():
        raise BackupError(f"{file} already exists.")
    try:
        with work_folder(folder) as space:
            dump = space / DUMP
            manifest = source.dump(dump, created_at.isoformat())
            return file, pack(file, manifest, dump)
    except OSError as error:
        raise _failure(error, folder, f"can't write to {folder}") from error
    except (sqlite3.Error, psycopg.Error) as error:
        raise _failure(error, folder, f"can't copy the database to {folder}") from error


def restore(
    target: Sqlite | Postgresql, file: Path, now: datetime, *, over: bool, check: bool
) -> tuple[Manifest, str]:
    """Restore a backup; return its manifest and the name of the previous database's copy, "" if there was none.

    The backup is restored to a separate database, compared with the manifest, migrated and verified. Only then does it
    replace the room's database, in one step. over: allow this if there is data; check: do all but the last step.
    """
    if not check and not over and target.filled():
        raise BackupError("This database already has data. Use --replace to set it aside.")
    place = place_of_restore(target, file.resolve().parent)
    problems: list[str] = []
    remove_left(target, [place], problems)
    for problem in problems:  # they do not prevent the restore
        _log.warning(problem)
    try:
        return _restore(target, file, place, now, check=check)
    except (OSError, sqlite3.Error, psycopg.Error) as error:
        raise _failure(error, place, f"Not restored: {place} can't be used") from error


def _restore(
    target: Sqlite | Postgresql, file: Path, place: Path, now: datetime, *, check: bool
) -> tuple[Manifest, str]:
    with work_folder(place) as space:
        dump = space / DUMP
        manifest = unpack(file, dump)
        if manifest.engine != target.engine:
            raise BackupError(
                f"This backup is for {manifest.engine}; this server uses {target.engine}."
            )
        behind = _behind(manifest)
        with target.aside(dump) as separate:
            refuse_difference(manifest, separate.described(manifest.made))
            if behind:
                _manage(separate, "migrate", "--verbosity=0", "--no-input")
            _manage(separate, "verify_journal")
            if check:
                return manifest, ""
            before = f"before-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
            return manifest, target.put_in_place(separate, before)  # type: ignore[arg-type]


def _failure(error: Exception, folder: Path, sentence: str) -> BackupError:
    """Return the error to show: a full disk, or the sentence with the reason.

    If PostgreSQL writes, the full disk is on its server, and this process can't measure it.
    """
    if is_full(error) or (isinstance(error, sqlite3.Error) and outage_of(error) == "full"):
        return NoSpaceError(no_space(folder))
    if outage_of(error) == "full":
        return NoSpaceError(SERVER_IS_FULL)
    reason = error.strerror if isinstance(error, OSError) else _first_line(error)
    # A failure of a disk or a server is not a fault of the backup.
    return NotTriedError(f"{sentence}: {reason}.")


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _behind(manifest: Manifest) -> bool:
    """Return whether this version has migrations that the backup lacks.

    A backup of a newer version cannot be restored.
    """
    code_migrations = own_migrations()
    ran = set(manifest.migrations)
    if newer := sorted(ran - code_migrations):
        raise BackupError(f"This backup is from a newer Floorbook ({newer[-1]}).")
    return not code_migrations <= ran


def _manage(separate: Sqlite | Postgresql, *words: str) -> None:
    result = subprocess.run(
        [sys.executable, str(MANAGE), *words],
        env={**os.environ, "DATABASE_URL": separate.url()},
        cwd=MANAGE.parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        if says_full(result.stdout + result.stderr):
            raise NoSpaceError(
                no_space(separate.file.parent) if isinstance(separate, Sqlite) else SERVER_IS_FULL
            )
        text = [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]
        bad = [line for line in text if "DIFFERS" in line]
        raise BackupError(f"Not restored: {words[0]} says: {(bad[:1] or text or ['nothing'])[-1]}")
