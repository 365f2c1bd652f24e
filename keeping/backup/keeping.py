"""A backup is made, and a room is made again from one."""

import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db.migrations.loader import MigrationLoader

from keeping.backup import NoBackup
from keeping.backup.manifest import DUMP, Manifest, packed, refuse_difference, unpacked
from keeping.backup.postgresql import Postgresql
from keeping.backup.sqlite import Sqlite

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def database(settings: Mapping[str, Any]) -> Sqlite | Postgresql:
    """The database that Django's settings name."""
    if settings["ENGINE"].endswith("sqlite3"):
        return Sqlite(Path(settings["NAME"]))
    return Postgresql.of(settings)


def backup(source: Sqlite | Postgresql, folder: Path, now: datetime) -> tuple[Path, Manifest]:
    """Put the room aside in a folder; gives the file and what it says of itself. The room may be at work."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoBackup(f"{folder} is no folder to write to: {error.strerror}.") from error
    made = now.astimezone(UTC)
    file = folder / f"floorbook-{made:%Y%m%dT%H%M%SZ}.backup"
    if file.exists():
        raise NoBackup(f"{file} is there already.")
    with TemporaryDirectory(prefix=".floorbook-", dir=folder) as space:
        dump = Path(space, DUMP)
        manifest = source.dump(dump, made.isoformat())
        return file, packed(file, manifest, dump)


def restore(
    target: Sqlite | Postgresql, file: Path, now: datetime, *, over: bool, check: bool
) -> tuple[Manifest, str]:
    """Make the room again as it was; gives what the backup says and where the room before is kept, "" for nowhere.

    It is restored beside, compared with the manifest, brought up to this program and verified; only then it takes the
    room's place, in one step. over: although there is a room; check: all but the last step.
    """
    if not check and not over and target.filled():
        raise NoBackup("There is a room in this database. With --replace it is put aside.")
    with TemporaryDirectory(prefix="floorbook-") as space:
        dump = Path(space, DUMP)
        manifest = unpacked(file, dump)
        if manifest.engine != target.engine:
            raise NoBackup(f"This backup is of {manifest.engine}, the room is on {target.engine}.")
        behind = _behind(manifest)
        with target.aside(dump) as beside:
            refuse_difference(manifest, beside.described(manifest.made))
            if behind:
                _manage(beside, "migrate", "--verbosity=0", "--no-input")
            _manage(beside, "verify_journal")
            if check:
                return manifest, ""
            before = f"before-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
            return manifest, target.put_in_place(beside, before)  # type: ignore[arg-type]  # of its own kind


def _behind(manifest: Manifest) -> bool:
    """Whether this program has migrations that the backup does not. The other way round it cannot be restored."""
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    ran = set(manifest.migrations)
    if newer := sorted(ran - known):
        raise NoBackup(f"This backup is of a newer Floorbook than this one ({newer[-1]}).")
    return ran != known


def _manage(beside: Sqlite | Postgresql, *words: str) -> None:
    done = subprocess.run(
        [sys.executable, str(MANAGE), *words],
        env={**os.environ, "DATABASE_URL": beside.url()},
        cwd=MANAGE.parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        bad = [line for line in said if "DIFFERS" in line]
        raise NoBackup(f"Not restored: {words[0]} says: {(bad or said or ['nothing'])[-1]}")
