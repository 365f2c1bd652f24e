"""The prepared lessons of a run: all its processes and rooms share them, for preparing them takes seconds."""

import os
from pathlib import Path

LESSONS = "PREPARED_LESSONS"  # environment variable of a run: their folder


def share_lessons(data_dir: Path) -> None:
    """Let a data folder without lessons have those of the run; a run of single files has none to share."""
    if folder := os.environ.get(LESSONS):
        (data_dir / "lessons").symlink_to(folder)
