"""Databases that can't be upgraded are refused with a sentence and stay as they are."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.earlier_schema import unsupported_schema
from ops.schema_state import replaced_migrations, schema_problem
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


@pytest.fixture
def before_squashing() -> MigrationRecorder:
    """A database that has the migrations which one for each package replaced."""
    recorder = MigrationRecorder(connection)
    for key in MigrationLoader(None, ignore_no_migrations=True).replacements:
        recorder.record_unapplied(*key)
    for key in replaced_migrations():
        recorder.record_applied(*key)
    return recorder


@pytest.mark.django_db
def test_database_with_all_replaced_migrations_is_upgraded(
    before_squashing: MigrationRecorder,
) -> None:
    assert unsupported_schema() == ""
    assert "older than this version" in schema_problem()
    call_command("migrate", verbosity=0)
    assert schema_problem() == ""


@pytest.mark.django_db
def test_database_from_in_between_is_refused(before_squashing: MigrationRecorder) -> None:
    before_squashing.record_unapplied("tables", "0015_sign_offs")
    assert "tables.0015_sign_offs is not applied. Install commit" in unsupported_schema()
    with pytest.raises(SystemCheckError, match=r"floorbook\.E001"):
        call_command("migrate", verbosity=0, skip_checks=False)
