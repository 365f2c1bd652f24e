"""Records of backups: each run is a row, with its file, its copy, its proof, or why one of them failed."""

import logging
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from journal.disk_space import is_full, no_space
from journal.head_comparison import heads_that_differ
from journal.second_place import (
    COPIED_TO,
    copy_problem,
    is_unmounted,
    remember_copies,
    same_disk_warning,
)
from journal.work_folders import move_into_place, work_folder
from ops.backup import BackupError, NotTriedError
from ops.backup.backup_restore import backup, database, restore
from ops.backup.left_work import remove_left, work_places
from ops.backup.manifest import Manifest, digest, read_heads, write_heads
from ops.backup.rotation import mark_proved, newest_backup
from ops.models import BackupRun
from staff.audit.recording import record
from web.outages import reason_of

_log = logging.getLogger("floorbook.backup")


@dataclass(frozen=True, slots=True)
class BackupResult:
    """A finished backup.

    problems: sentences about other failures, such as of the copy; warning: about protection that is weaker than it
    seems, such as a copy on the same disk.
    """

    file: Path
    manifest: Manifest
    problems: tuple[str, ...] = ()
    warning: str = ""


def make_backup(folder: Path, now: datetime) -> BackupResult:
    """Back up to a folder and copy to the second place; record both. Raises `BackupError`.

    Remains of killed runs are deleted first, because the new backup may need the space. A database that can be read but
    not written is backed up, too; only the record is then missing.
    """
    source = database(connection.settings_dict)
    problems = list[str]()
    run = BackupRun(started_at=now)
    before = newest_backup(folder)
    _save(run, problems)
    remove_left(source, work_places(source, folder), problems)
    try:
        _refuse_away(folder, problems)
        file, manifest = backup(source, folder, now)
    except BackupError as error:
        run.ended_at = timezone.now()
        run.reason = str(error)[:300]
        _save(run, problems)
        raise
    run.ended_at = timezone.now()
    run.file = str(file)
    run.bytes = file.stat().st_size
    if before is not None and (cut := _cut_logs(before)):
        run.reason = f"{cut[0][:1].upper()}{cut[0][1:]} (backup {before.name})."[:300]
        problems.append(run.reason)
    warning = ""
    try:
        heads = write_heads(file, manifest)
        if second := settings.BACKUP_COPY_DIR:
            warning = _copy_backup(folder, second, file, heads)
            run.copied_at = timezone.now()
    except BackupError as error:
        run.copy_reason = str(error)[:300]
        problems.append(str(error))
    _save(run, problems)
    if run.pk:
        record("system.command", "backup_made", now=now, after={"file": file.name})
    return BackupResult(file, manifest, tuple(dict.fromkeys(problems)), warning)


def _refuse_away(folder: Path, problems: list[str]) -> None:
    """Raise `BackupError` if the folder is missing although it had backups; add a problem if it is empty."""
    runs = BackupRun.objects.filter(removed_at=None, file__startswith=f"{folder}/")
    if folder.is_dir():
        if is_unmounted(folder) and runs.exists():
            problems.append(
                f"{folder} had none of the backups that were made in it. Is its disk mounted?"
            )
    elif runs.exists():
        raise BackupError(
            f"{folder} isn't there, and backups were made in it. Is its disk mounted? If it is meant to be new, create"
            " it first."
        )


def _cut_logs(before: Path) -> list[str]:
    """Return a sentence for each log that lost or changed its last entry since the previous backup."""
    try:
        return heads_that_differ(read_heads(before))
    except BackupError as error:
        return [f"the heads of logs can't be compared: {error}"]


def _save(run: BackupRun, problems: list[str]) -> None:
    """Store the row; if the database can't be written, add a problem instead."""
    try:
        run.save()
    except DatabaseError as error:
        _log.error("A backup can't be recorded: %s", error)
        problems.append(f"This backup couldn't be recorded: {reason_of(error)}.")


def prove_backup(file: Path, now: datetime) -> Manifest:
    """Restore a backup into a separate database, verify it, and record whether that worked. Raises `BackupError`."""
    target = database(connection.settings_dict)
    connections.close_all()
    try:
        manifest, _ = restore(target, file, now, over=False, check=True)
    except NotTriedError as error:
        record_proof(file, now, reason=str(error), was_tried=False)
        raise
    except BackupError as error:
        record_proof(file, now, reason=str(error))
        raise
    mark_proved(file)
    record_proof(file, now, manifest=manifest)
    return manifest


def record_proof(
    file: Path,
    now: datetime,
    *,
    manifest: Manifest | None = None,
    reason: str = "",
    was_tried: bool = True,
) -> None:
    """Record that a backup was restored and verified, or why not. A backup from elsewhere gets a row.

    was_tried: false if the reason does not concern the backup. Raises `BackupError` if the database can't be written.
    """
    try:
        _record_proof(file, now, manifest, reason if was_tried else "", "" if was_tried else reason)
    except DatabaseError as error:
        raise BackupError(
            f"Whether {file.name} can be restored isn't recorded: {reason_of(error)}. {reason}".strip()
        ) from error


def _record_proof(
    file: Path, now: datetime, manifest: Manifest | None, reason: str, drill_reason: str
) -> None:
    run = BackupRun.objects.filter(file__endswith=f"/{file.name}").first()
    if manifest is not None:
        run = run or _unfinished(file, now, datetime.fromisoformat(manifest.made))
        run.proved_at = now
        run.proof_reason = ""
    elif run is None:
        return
    elif reason:
        run.proof_reason = reason[:300]
    run.drill_reason = drill_reason[:300]
    run.save()


def _unfinished(file: Path, now: datetime, created_at: datetime) -> BackupRun:
    """Return a backup's row in its own dump, which was written before it ended, or a new row; mark it as ended now."""
    run = BackupRun.objects.filter(started_at=created_at, file="").first() or BackupRun(
        started_at=created_at
    )
    run.ended_at = now
    run.file = str(_stored(file))
    run.bytes = file.stat().st_size
    return run


def _stored(file: Path) -> Path:
    """Return the location of a backup: in the folder of backups, if the restored file is a copy of one there."""
    backup_file: Path = settings.BACKUP_DIR / file.name
    return backup_file if backup_file.exists() else file.resolve()


def _copy_backup(first: Path, second: Path, *files: Path) -> str:
    """Copy files of the first place to the second; return a warning if both are on one disk, otherwise "".

    Raises `BackupError`. The second place is not created: without its disk it would be a folder of the first disk.
    """
    try:
        if problem := copy_problem(first, second):
            raise BackupError(f"Not copied: {problem}")
        for file in files:
            _copy(file, second)
        warning = same_disk_warning(first, second)
    except OSError as error:
        if is_full(error):
            raise BackupError(f"Not copied. {no_space(second)}") from error
        raise BackupError(f"Not copied to {second}: {error.strerror}.") from error
    try:
        remember_copies(first, second)
    except OSError as error:
        raise BackupError(
            f"Copied, but {first / COPIED_TO} can't be written: {error.strerror}."
        ) from error
    return warning


def _copy(file: Path, to: Path) -> None:
    with work_folder(to) as space:
        draft = space / file.name
        shutil.copyfile(file, draft)
        draft.chmod(0o600)
        if digest(draft) != digest(file):
            raise BackupError(f"Not copied: the copy in {to} differs from the backup.")
        move_into_place(draft, to / file.name)
