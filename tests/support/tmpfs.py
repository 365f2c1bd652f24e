"""The folder that tests write to: in memory if there is space, because nothing of theirs outlives the run."""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3  # bytes: databases, rooms and Chromium's profiles of a run take a tenth


def write_in_memory() -> None:
    """Make it the folder for temporary files of this process and everything that it starts."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ENOUGH:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
