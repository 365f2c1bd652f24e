"""Where tests write: in memory where there is room, since nothing of theirs outlives the run."""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3  # bytes: databases, rooms and Chromium's profiles of a run take a tenth


def write_in_memory() -> None:
    """Make it this process's folder for temporary files, and that of whatever it starts."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ENOUGH:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
