"""Remains of killed backups, copies, archives, restores and drills: work folders, and databases on PostgreSQL."""

import logging
import os
from collections.abc import Iterable
from pathlib import Path

import psycopg
from django.conf import settings

from journal.work_folders import remove_left_work
from ops.backup import BackupError
from ops.backup.postgresql import Postgresql
from ops.backup.sqlite import Sqlite

_log = logging.getLogger("floorbook.backup")


def place_of_restore(target: Sqlite | Postgresql, folder: Path) -> Path:
    """Return where a backup of this folder is unpacked.

    The system's folder for temporary files may be small, or in memory, so it is not used. On SQLite it is the folder of
    the database, because the restored file replaces it by a rename. On PostgreSQL it is the folder of the backup, or
    that of the data if this user can't write there.
    """
    if isinstance(target, Sqlite):
        return target.file.parent
    return folder if os.access(folder, os.W_OK | os.X_OK) else Path(settings.DATA_DIR)


def work_places(target: Sqlite | Postgresql, folder: Path) -> list[Path]:
    """Return every place in which a run may write. folder: where backups are stored."""
    restores = place_of_restore(target, folder)
    places = (folder, settings.BACKUP_COPY_DIR, restores, Path(settings.DATA_DIR))
    return list(dict.fromkeys(filter(None, places)))


def remove_left_folders(places: Iterable[Path], problems: list[str]) -> list[str]:
    """Delete the work folders of runs that have ended, without using the database; return their paths.

    For each folder that can't be deleted, a sentence is added to `problems`.
    """
    return [str(path) for place in places for path in remove_left_work(place, problems)]


def remove_left_databases(target: Sqlite | Postgresql, problems: list[str]) -> list[str]:
    """Drop the separate databases of restores that have ended; return their names.

    For each database that can't be dropped, a sentence is added to `problems`.
    """
    try:
        return target.drop_left()
    except (BackupError, psycopg.Error) as error:
        reason = str(error).strip().removesuffix(".")
        problems.append(f"What a restore left in PostgreSQL can't be removed: {reason}.")
        return []


def remove_left(target: Sqlite | Postgresql, places: Iterable[Path], problems: list[str]) -> None:
    """Delete both, and log a line for each. For each failure, a sentence is added to `problems`."""
    removed_names = remove_left_folders(places, problems) + remove_left_databases(target, problems)
    for name in removed_names:
        _log.warning("Deleted what a killed run left: %s", name)
