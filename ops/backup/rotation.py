"""The rotation of backups, decided from the folders alone, because a full disk may have stopped the database."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from ops.backup import BackupError
from ops.backup.backup_restore import database
from ops.backup.left_work import remove_left_databases, remove_left_folders, work_places
from ops.models import BackupRun
from web.outages import reason_of

NAME = re.compile(r"floorbook-(\d{8}T\d{6}Z)\.backup")
PROVED = ".proved"  # the ending of an empty file beside a backup that was restored and verified


@dataclass(frozen=True, slots=True)
class PruneResult:
    """The deleted files.

    left: remains of killed runs; problems: sentences about failures.
    """

    removed: tuple[Path, ...]
    left: tuple[str, ...]
    problems: tuple[str, ...]


def prune_backups(now: datetime, keep_days: int, folder: Path) -> PruneResult:
    """Delete backups older than `BACKUP_KEEP_DAYS`, and remains of killed runs, here and in the second place.

    The first backup of each of the last `BACKUP_KEEP_MONTHS` months stays, and so do the newest backup and the newest
    proved one. The database is used last, because no deletion depends on it.
    """
    problems: list[str] = []
    target = database(connection.settings_dict)
    remains = remove_left_folders(work_places(target, folder), problems)
    files: list[Path] = []
    places = [place for place in (folder, settings.BACKUP_COPY_DIR) if place]
    proved_stem = _newest_proved(places)
    for place in places:
        if place.is_dir():
            files += _prune(place, now, keep_days, proved_stem, problems)
        else:
            problems.append(f"Nothing is deleted in {place}: it isn't there. Is its disk mounted?")
    remains += remove_left_databases(target, problems)
    _record(folder, now, keep_days, problems)
    return PruneResult(tuple(files), tuple(remains), tuple(problems))


def newest_backup(folder: Path) -> Path | None:
    return max(backup_files(folder), default=None)


def backup_files(folder: Path) -> list[Path]:
    """Return the backups of a folder, the oldest first."""
    return sorted(file for file in folder.glob("floorbook-*.backup") if NAME.fullmatch(file.name))


def made_at(file: Path) -> datetime:
    """Return when a backup was begun, according to its name."""
    match = NAME.fullmatch(file.name)
    if match is None:
        raise BackupError(f"{file} isn't named as a backup.")
    return datetime.strptime(match[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def mark_proved(file: Path) -> None:
    """Mark a backup as restored and verified, so that the rotation keeps it. Raises `BackupError`."""
    if not NAME.fullmatch(file.name):
        return
    try:
        file.with_suffix(PROVED).touch(mode=0o600)
    except OSError as error:
        raise BackupError(
            f"{file} is proved, but that can't be written beside it ({error.strerror}): `backups prune` may delete it."
        ) from error


def _newest_proved(places: Iterable[Path]) -> str:
    """Return the newest backup with a mark of its proof, without its ending; "" if there is none."""
    files = (file for place in places for file in backup_files(place))
    return max((file.stem for file in files if file.with_suffix(PROVED).exists()), default="")


def _prune(
    place: Path, now: datetime, keep_days: int, proved_stem: str, problems: list[str]
) -> list[Path]:
    """Delete outdated backups in one place; return them. Each failure is added to `problems`."""
    files = backup_files(place)
    deletions = []
    kept_names = {file.name for file in files[-1:]} | _monthly(files, now)
    for file in files:
        if file.name in kept_names or file.stem == proved_stem or not _is_old(file, now, keep_days):
            continue
        try:
            file.unlink()
            file.with_suffix(PROVED).unlink(missing_ok=True)
        except OSError as error:
            problems.append(f"Can't delete {file}: {error.strerror}.")
        else:
            deletions.append(file)
    return deletions


def _is_old(file: Path, now: datetime, keep_days: int) -> bool:
    return made_at(file) <= now - timedelta(days=keep_days)


def _monthly(files: Iterable[Path], now: datetime) -> set[str]:
    """Return the first backup of each of the last `BACKUP_KEEP_MONTHS` months."""
    first: dict[tuple[int, int], str] = {}
    for file in files:  # oldest first
        begun_at = made_at(file)
        if begun_at > now - timedelta(days=31 * settings.BACKUP_KEEP_MONTHS):
            first.setdefault((begun_at.year, begun_at.month), file.name)
    return set(first.values())


def _record(folder: Path, now: datetime, keep_days: int, problems: list[str]) -> None:
    """Record which backups of a folder were deleted, including by an earlier run that could not record it."""
    try:
        run_ids = []
        for run in BackupRun.objects.filter(removed_at=None, file__startswith=f"{folder}/"):
            file = Path(run.file)
            is_named = NAME.fullmatch(file.name)
            if is_named and not file.exists() and _is_old(file, now, keep_days):
                run_ids.append(run.pk)
        BackupRun.objects.filter(pk__in=run_ids).update(removed_at=now)
    except DatabaseError as error:
        problems.append(
            f"What was deleted can't be recorded in the database now: {reason_of(error)}. The next prune records it."
        )
