"""Whether the embedded room is open: it holds a lock of the system as long as it runs, also when it is killed."""

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from keeping.backup import NoBackup


def _lock() -> Path:
    return Path(settings.DATA_DIR) / "room.open"


@contextmanager
def room_open() -> Generator[None]:
    """The room is open meanwhile."""
    with _lock().open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise NoBackup("The room is being restored just now.") from error
        yield


@contextmanager
def room_closed(*, needed: bool = True) -> Generator[None]:
    """Nobody opens the room meanwhile. Refuses where it is open, unless that is not needed."""
    if not needed:
        yield
        return
    with _lock().open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise NoBackup("The room is open: close it first.") from error
        yield
