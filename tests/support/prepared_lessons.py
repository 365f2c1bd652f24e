"""The prepared lessons of a run, shared by all its processes and rooms because preparing them takes seconds."""

import os
from pathlib import Path

LESSONS = "PREPARED_LESSONS"  # environment variable of a run: their folder


def share_lessons(data_dir: Path) -> None:
    """Give a data folder without lessons those of the run. A run of single files has none to share."""
    if folder := os.environ.get(LESSONS):
        (data_dir / "lessons").symlink_to(folder)
