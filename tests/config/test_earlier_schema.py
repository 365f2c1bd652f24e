"""A database from before the first release is refused with a sentence, and stays as it is."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.fork_server import PROJECT
from tests.support.room_starts import run_room
from tests.support.services import free_port


@pytest.fixture
def earlier_database(tmp_path: Path) -> Path:
    """A database that has the record of an old migration."""
    path = tmp_path / "room.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE django_migrations (id INTEGER, app TEXT, name TEXT, applied TEXT)"
        )
        database.execute(
            "INSERT INTO django_migrations VALUES (1, 'audit', '0001_initial', '2026-11-01')"
        )
    return path


def test_run_room_refuses_it(earlier_database: Path) -> None:
    result = run_room(earlier_database.parent, str(free_port()))
    assert result.returncode == 1
    assert "from before Floorbook's first release" in result.stderr
    assert "Traceback" not in result.stderr
    with sqlite3.connect(earlier_database) as database:
        names = database.execute("SELECT name FROM sqlite_master").fetchall()
    assert names == [("django_migrations",)]


@pytest.mark.release
def test_migrate_refuses_it(earlier_database: Path) -> None:
    result = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        cwd=PROJECT,
        env={"DATA_DIR": str(earlier_database.parent), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert "floorbook.E001" in result.stderr
