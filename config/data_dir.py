"""The data folder: only its owner may read it, and a clear sentence is printed if it can't be written."""

import errno
import os
import sys
from pathlib import Path

OWNER_ONLY = 0o077  # umask: nothing that the server writes is readable by others
FULL = (errno.ENOSPC, errno.EDQUOT)


def prepare_data_dir(path: Path, variable: str = "DATA_DIR") -> None:
    """Create the folder and close it, and the database files in it, to other users. variable: the name of its setting.

    Ends the program with a sentence if the folder can't be created or written, or a database file in it can't.
    """
    os.umask(OWNER_ONLY)
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        sys.exit(write_problem(path, error, variable))
    if not os.access(path, os.W_OK | os.X_OK):
        sys.exit(write_problem(path, PermissionError(13, "Permission denied"), variable))
    files = list(path.glob("room.sqlite3*"))
    for file in files:
        if not os.access(file, os.W_OK):
            sys.exit(write_problem(file, PermissionError(13, "Permission denied"), variable))
    if path.stat().st_uid != os.geteuid():
        return  # a folder that belongs to another user but is writable for this one: its owner decides
    path.chmod(0o700)
    for file in files:
        if file.stat().st_uid == os.geteuid():
            file.chmod(0o600)


def optional_path(text: str) -> Path | None:
    """Return the path in a variable, None for an empty variable."""
    return Path(text).resolve() if text else None


def write_problem(path: Path, error: OSError, variable: str = "DATA_DIR") -> str:
    """Return the sentence for a data folder or file that can't be written. variable: the folder's setting."""
    remedy = "Make room on its disk" if error.errno in FULL else "Give this user write access"
    return (
        f"Floorbook can't write to its data {'file' if path.is_file() else 'folder'} {path} ({error.strerror}). "
        f"{remedy}, or set {variable} to another folder."
    )
