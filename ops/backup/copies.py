"""Copies of backups in the second place, complete or not at all."""

import shutil
from pathlib import Path

from journal.disk_space import is_full, no_space
from journal.second_place import COPIED_TO, copy_problem, remember_copies, same_disk_warning
from journal.work_folders import move_into_place, work_folder
from ops.backup import BackupError
from ops.backup.manifest import digest


def copy_backup(first: Path, second: Path, *files: Path) -> str:
    """Copy files of the first place to the second; return a warning if both are on one disk, "" if not.

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
