"""Backups as they are recorded: each run is a row, with its file, its copy, its proof, or why one of them failed."""

import logging
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from journal.head_comparison import heads_that_differ
from journal.work_folders import move_into_place, work_folder
from ops.backup import BackupError
from ops.backup.backup_restore import backup, database, restore
from ops.backup.left_work import remove_left, work_places
from ops.backup.manifest import Manifest, digest, read_heads, write_heads
from ops.models import BackupRun
from staff.audit.recording import record

NAME = re.compile(r"floorbook-(\d{8}T\d{6}Z)\.backup")
KEEP_MONTHS = 12  # months of which the first backup is kept beyond the days of the rotation
_log = logging.getLogger("floorbook.backup")


@dataclass(frozen=True, slots=True)
class BackupResult:
    """A backup that was made. problems: sentences of what else did not work, such as the copy."""

    file: Path
    manifest: Manifest
    problems: tuple[str, ...] = ()


def make_backup(folder: Path, now: datetime) -> BackupResult:
    """Back up to a folder and copy to the second place; record both. Raises `BackupError`.

    First, what killed runs left is deleted: the new backup may need that space. A database that can be read and not
    written is backed up as well: then only the record is missing.
    """
    source, problems = database(connection.settings_dict), list[str]()
    run, before = BackupRun(started_at=now), newest_backup(folder)
    _save(run, problems)
    remove_left(source, work_places(source, folder), problems)
    try:
        file, manifest = backup(source, folder, now)
    except BackupError as error:
        run.ended_at, run.reason = timezone.now(), str(error)[:300]
        _save(run, problems)
        raise
    run.ended_at, run.file, run.bytes = timezone.now(), str(file), file.stat().st_size
    heads = write_heads(file, manifest)
    if before is not None and (cut := _cut_logs(before)):
        run.reason = f"{cut[0][:1].upper()}{cut[0][1:]} (backup {before.name})."[:300]
        problems.append(run.reason)
    try:
        if _copy(file) and _copy(heads):
            run.copied_at = timezone.now()
    except BackupError as error:
        run.copy_reason = str(error)[:300]
        problems.append(str(error))
    _save(run, problems)
    if run.pk:
        record("system.command", "backup_made", now=now, after={"file": file.name})
    return BackupResult(file, manifest, tuple(dict.fromkeys(problems)))


def _cut_logs(before: Path) -> list[str]:
    """Return a sentence for each log that lost or changed its last entry since the backup before."""
    try:
        return heads_that_differ(read_heads(before))
    except BackupError as error:
        return [f"the heads of logs can't be compared: {error}"]


def _save(run: BackupRun, problems: list[str]) -> None:
    """Store the row; if the database can't be written, say so instead."""
    try:
        run.save()
    except DatabaseError as error:
        _log.error("A backup can't be recorded: %s", error)
        problems.append(f"This backup couldn't be recorded: {str(error).strip().splitlines()[0]}.")


def _copy(file: Path) -> bool:
    """Copy a backup to the second place, completely or not at all; return False if there is none.

    Raises `BackupError`. The folder is not created: without its disk it would be a folder of the first disk.
    """
    folder: Path | None = settings.BACKUP_COPY_DIR
    if folder is None:
        return False
    if not folder.is_dir():
        raise BackupError(f"Not copied: {folder} isn't there. Is its disk mounted?")
    try:
        with work_folder(folder) as space:
            draft = space / file.name
            shutil.copyfile(file, draft)
            draft.chmod(0o600)
            if digest(draft) != digest(file):
                raise BackupError(f"Not copied: the copy in {folder} differs from the backup.")
            move_into_place(draft, folder / file.name)
    except OSError as error:
        raise BackupError(f"Not copied to {folder}: {error.strerror}.") from error
    return True


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup file of a folder."""
    return max(_files(folder), default=None)


def prove_backup(file: Path, now: datetime) -> Manifest:
    """Restore a backup into a separate database, verify it, and record whether that worked. Raises `BackupError`."""
    target = database(connection.settings_dict)
    connections.close_all()
    try:
        manifest, _ = restore(target, file, now, over=False, check=True)
    except BackupError as error:
        record_proof(file, now, reason=str(error))
        raise
    record_proof(file, now, manifest=manifest)
    return manifest


def record_proof(
    file: Path, now: datetime, *, manifest: Manifest | None = None, reason: str = ""
) -> None:
    """Record that a backup was restored and verified, or why not. One from elsewhere gets a row."""
    run = BackupRun.objects.filter(file__endswith=f"/{file.name}").first()
    if manifest is not None:
        made = datetime.fromisoformat(manifest.made)
        # The row in a restored backup was written before that backup ended.
        run = run or BackupRun.objects.filter(started_at=made, file="").first()
        run = run or BackupRun(started_at=made)
        run.ended_at, run.file = run.ended_at or now, run.file or str(_stored(file))
        run.bytes = run.bytes or file.stat().st_size
    if run is None:
        return
    if manifest is not None:
        run.proved_at, run.proof_reason = now, ""
    else:
        run.proof_reason = reason[:300]
    run.save()


def _stored(file: Path) -> Path:
    """Return where a backup is: in the folder of backups, if what was restored is a copy of one there."""
    stored: Path = settings.BACKUP_DIR / file.name
    return stored if stored.exists() else file.resolve()


def prune_backups(now: datetime, keep_days: int, folder: Path) -> list[Path]:
    """Delete backups older than so many days, here and in the second place; return the deleted files.

    The first backup of each of the last twelve months stays, and so do the newest one and the newest proved one.
    Raises `BackupError` for a file that can't be deleted.
    """
    last_proof = BackupRun.objects.exclude(proved_at=None).order_by("-started_at").first()
    removed: list[Path] = []
    for place in filter(None, (folder, settings.BACKUP_COPY_DIR)):
        files = sorted(_files(place))
        kept = {file.name for file in files[-1:]} | _monthly(files, now)
        kept |= {Path(last_proof.file).name} if last_proof else set()
        for file in files:
            if file.name in kept or made_at(file) > now - timedelta(days=keep_days):
                continue
            try:
                file.unlink()
            except OSError as error:
                raise BackupError(f"Can't delete {file}: {error.strerror}.") from error
            removed.append(file)
    for file in removed:
        BackupRun.objects.filter(file=str(file)).update(removed_at=now)
    return removed


def made_at(file: Path) -> datetime:
    """Return when a backup was begun, by its name."""
    match = NAME.fullmatch(file.name)
    if match is None:
        raise BackupError(f"{file} isn't named as a backup.")
    return datetime.strptime(match[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def _monthly(files: Iterable[Path], now: datetime) -> set[str]:
    """Return the first backup of each of the last twelve months."""
    first: dict[tuple[int, int], str] = {}
    for file in files:  # in the order of time
        made = made_at(file)
        if made > now - timedelta(days=31 * KEEP_MONTHS):
            first.setdefault((made.year, made.month), file.name)
    return set(first.values())


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.glob("floorbook-*.backup") if NAME.fullmatch(file.name)]
