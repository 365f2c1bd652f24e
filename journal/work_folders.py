"""Hidden folders in which a backup, copy, restore or archive is written until its files are complete.

A killed process leaves its folder. The next run and `backups prune` delete it; see `remove_left_work`.
"""

import errno
import fcntl
import logging
import os
import shutil
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import IO

PREFIX = ".floorbook-"
NEW = ".new"  # suffix of a folder before it is locked
WORK = ".work"  # suffix of a folder after it is locked
LOCK = "lock"  # a file in the folder
DAY = 86_400  # seconds
# Folders and drafts without a lock, from earlier versions.
_LEFT = (f"{PREFIX}*", ".journal-*.archive.draft")
# The errors of a disk that supports no locks, such as some network disks, or no locks on folders.
_NOT_SUPPORTED = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}
_log = logging.getLogger("floorbook.backup")


@contextmanager
def work_folder(place: Path) -> Generator[Path]:
    """Create a hidden folder in a place for the block; delete it afterwards with its remaining files.

    A file in the folder is locked during the block. The kernel releases the lock when the process ends, even after
    SIGKILL. A folder whose lock is free therefore belongs to a run that has ended. The server's lock
    (`ops/server_lock.py`) can't show that, because the server holds it all day, even during backups. One lock for the
    whole place can't show it either: nothing would be deleted during a restore drill of several hours. Raises
    `OSError`.
    """
    folder = Path(mkdtemp(prefix=PREFIX, suffix=NEW, dir=place))
    with (folder / LOCK).open("wb") as lock:
        if not _is_locked(lock, wait=True):
            (folder / LOCK).unlink()  # a folder without a lock file stays for a day
        # The folder gets its final name after it is locked, so that no other process finds it unlocked.
        folder = folder.rename(folder.with_suffix(WORK))
        try:
            yield folder
        finally:
            if problem := _deleted(folder):
                _log.error(problem)


def remove_left_work(place: Path, problems: list[str]) -> list[Path]:
    """Delete the work folders of runs that have ended; return them.

    A locked folder stays. A folder without a lock stays for a day after its last change, because its disk may not
    support locks or an earlier version may have created it. Each folder that can't be deleted adds a sentence to
    `problems`.
    """
    paths = []
    for path in sorted(path for pattern in _LEFT for path in place.glob(pattern)):
        with _unused(path) as is_unused:
            if not is_unused:
                continue
            if problem := _deleted(path):
                problems.append(problem)
            else:
                paths.append(path)
    return paths


def move_into_place(draft: Path, target: Path) -> None:
    """Rename a complete file to its final name. Raises `OSError`.

    The file's bytes are on the disk before the call renames it, and the name is on the disk afterwards.
    """
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in _NOT_SUPPORTED:
            raise
    finally:
        os.close(folder)


@contextmanager
def _unused(path: Path) -> Iterator[bool]:
    """Yield whether no process writes to a path. No process can start to write during the block."""
    try:
        lock = (path / LOCK).open("r+b") if path.suffix == WORK else None
    except FileNotFoundError:
        lock = None
    except OSError as error:  # such as the folder of another user
        _log.warning("%s is left alone: %s", path, error.strerror)
        yield False
        return
    if lock is None:
        yield _last_change(path) < time.time() - DAY
        return
    with lock:
        yield _is_locked(lock, wait=False)


def _is_locked(lock: IO[bytes], *, wait: bool) -> bool:
    """Lock a file for this process; return whether the lock was free."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NOT_SUPPORTED:
            raise
        return False
    return True


def _last_change(path: Path) -> float:
    """Return when a file, or anything in a folder, was last changed, in seconds since 1970."""
    try:
        return max(item.lstat().st_mtime for item in (path, *path.rglob("*")))
    except FileNotFoundError:  # a process is changing it now
        return time.time()


def _deleted(path: Path) -> str:
    """Delete a file or a folder; return why that failed, or ""."""
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except FileNotFoundError:  # another process deletes it at the same time
        return ""
    except OSError as error:
        return f"{path} can't be deleted: {error.strerror}."
    return ""
