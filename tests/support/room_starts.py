"""Refused starts of a room."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.fork_server import PROJECT
from tests.support.live_room import OPEN_WITHIN


def run_room(data_dir: Path, port: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "run_room"],
        cwd=PROJECT,
        env={**os.environ, "DATA_DIR": str(data_dir), "PORT": port},
        capture_output=True,
        text=True,
        timeout=OPEN_WITHIN,
        check=False,
    )
