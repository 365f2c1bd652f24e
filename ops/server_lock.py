"""The OS file lock held by the embedded server while it runs; the kernel releases it even after a kill."""

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from ops.backup import BackupError


def _lock() -> Path:
    return Path(settings.DATA_DIR) / "room.open"


@contextmanager
def hold_server_lock() -> Generator[None]:
    """Hold the server lock for the duration of the block. Raises `BackupError` if a restore is in progress."""
    with _lock().open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupError("A restore is in progress.") from error
        yield


@contextmanager
def require_server_stopped(*, needed: bool = True) -> Generator[None]:
    """Keep the server from starting while this block runs.

    Raises `BackupError` if the server is running and `needed` is true.
    """
    if not needed:
        yield
        return
    with _lock().open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupError("Floorbook is running: stop it first.") from error
        yield
