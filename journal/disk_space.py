"""Full disks: the errors they cause, how much space is free, and the sentence for the user."""

import errno
import shutil
from pathlib import Path

from django.template.defaultfilters import filesizeformat

_FULL = {errno.ENOSPC, errno.EDQUOT}
# What PostgreSQL, SQLite and system programs print if a disk is full.
_TEXTS = ("No space left on device", "Disk quota exceeded", "disk is full")


def is_full(error: BaseException) -> bool:
    """Return whether a full disk or an exhausted quota caused an error."""
    return isinstance(error, OSError) and error.errno in _FULL


def says_full(text: str) -> bool:
    """Return whether a program's output reports a full disk."""
    return any(part in text for part in _TEXTS)


def no_space(folder: Path, needed: int | None = None) -> str:
    """Return the sentence for a full disk. `needed` is in bytes, None if unknown."""
    free = shutil.disk_usage(folder).free
    need = "" if needed is None else f", {_size(needed)} needed"
    return f"No space on the disk of {folder}: {_size(free)} free{need}. Make room, such as with `backups prune`."


def _size(number: int) -> str:
    return filesizeformat(number).replace("\xa0", " ")
