"""A full disk, told as one: how much is free where, and which errors mean it."""

import errno
import shutil
from pathlib import Path

from django.template.defaultfilters import filesizeformat

_FULL = {errno.ENOSPC, errno.EDQUOT}
# What PostgreSQL, SQLite and programs of the system say of one.
_TEXTS = ("No space left on device", "Disk quota exceeded", "disk is full")


def is_full(error: BaseException) -> bool:
    """Return whether an error means that a disk, or this user's share of it, is full."""
    return isinstance(error, OSError) and error.errno in _FULL


def says_full(text: str) -> bool:
    """Return whether the output of a program says that a disk is full."""
    return any(part in text for part in _TEXTS)


def no_space(folder: Path, needed: int | None = None) -> str:
    """Return the sentence for a full disk. needed: bytes, if that is known."""
    free = shutil.disk_usage(folder).free
    wanted = "" if needed is None else f", {_size(needed)} needed"
    return f"No space on the disk of {folder}: {_size(free)} free{wanted}. Make room, such as with `backups prune`."


def _size(number: int) -> str:
    return filesizeformat(number).replace("\xa0", " ")
