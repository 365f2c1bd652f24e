"""Hidden folders in which a backup, a copy, a restore or an archive is written until its files are complete.

A process that is killed leaves its folder. The next run, and `backups prune`, delete it: see `remove_left_work`.
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
NEW, WORK = ".new", ".work"  # endings: before it is locked, and then
LOCK = "lock"  # a file in the folder
DAY = 86_400  # seconds
# What earlier versions left: folders and drafts without a lock.
_LEFT = (f"{PREFIX}*", ".journal-*.archive.draft")
# What a disk answers that has no locks, such as some of other machines, or that has none for folders.
_NOT_SUPPORTED = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}
_log = logging.getLogger("floorbook.backup")


@contextmanager
def work_folder(place: Path) -> Generator[Path]:
    """Make a hidden folder in a place for the duration of the block; delete it afterwards with what is still in it.

    A file in it is locked until then. The kernel releases the lock when the process ends, also after SIGKILL, so that a
    folder whose lock is free belongs to a run that has ended. The server's lock (`ops/server_lock.py`) can't tell that:
    the server holds it all day, also while backups are made. One lock for the whole place couldn't, either: during a
    restore drill of hours nothing would be deleted. Raises `OSError`.
    """
    folder = Path(mkdtemp(prefix=PREFIX, suffix=NEW, dir=place))
    with (folder / LOCK).open("wb") as lock:
        if not _is_locked(lock, wait=True):
            (folder / LOCK).unlink()  # without it, the folder is left alone for a day
        # Renamed once it is locked: no other process sees a folder whose lock is free too early.
        folder = folder.rename(folder.with_suffix(WORK))
        try:
            yield folder
        finally:
            if problem := _deleted(folder):
                _log.error(problem)


def remove_left_work(place: Path, problems: list[str]) -> list[Path]:
    """Delete the work folders of runs that no longer run; return them.

    A folder that a process has locked stays. So does one without a lock until a day after its last change: its disk has
    no locks, or an earlier version made it. What can't be deleted is added to `problems` as a sentence.
    """
    removed = []
    for path in sorted(path for pattern in _LEFT for path in place.glob(pattern)):
        with _unused(path) as is_unused:
            if not is_unused:
                continue
            if problem := _deleted(path):
                problems.append(problem)
            else:
                removed.append(path)
    return removed


def move_into_place(draft: Path, target: Path) -> None:
    """Give a complete file its name. Its bytes are on the disk before, and its name after. Raises `OSError`."""
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
    """Yield whether no process writes to a path; none begins to during the block."""
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
    """Lock a file for this process; return whether that was possible."""
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
    """Return when a file, or anything in a folder, was changed last, in seconds since 1970."""
    try:
        return max(item.lstat().st_mtime for item in (path, *path.rglob("*")))
    except FileNotFoundError:  # it is changing now
        return time.time()


def _deleted(path: Path) -> str:
    """Delete a file or a folder; return why that was not possible, "" if it was."""
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
