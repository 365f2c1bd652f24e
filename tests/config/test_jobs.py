"""The embedded worker and beat."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection
from django_celery_beat.models import IntervalSchedule, PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from config.beat import HeartbeatScheduler
from config.celery import TASKS_OF_CONNECTION, app
from config.databases import POSTGRESQL_OPTIONS
from config.embedded import hold_database_open, run_worker_and_beat
from config.scheduled_tasks import MAKE_FILE, PLAN_WEEK
from ops.tasks import BACKUP_TASK


@pytest.mark.django_db(transaction=True)
def test_scheduled_tasks_are_executed() -> None:
    """By the room's own app: a task that a worker's thread runs is looked for in the process's default app."""
    event = threading.Event()

    @app.task(name="test.done")
    def report() -> None:
        event.set()

    every_second = IntervalSchedule.objects.create(every=1, period=IntervalSchedule.SECONDS)
    PeriodicTask.objects.create(name="Done", task="test.done", interval=every_second)
    schedule = app.conf.beat_schedule
    app.conf.beat_schedule = {}
    try:
        with run_worker_and_beat(app):
            assert event.wait(60)
            is_kept = app.conf.get("CELERY_DB_REUSE_MAX") is not None
            assert is_kept == (connection.vendor == "sqlite")
    finally:
        app.conf.beat_schedule = schedule
        del app.tasks["test.done"]
    assert not [thread for thread in threading.enumerate() if "celery" in thread.name]
    assert issubclass(HeartbeatScheduler, DatabaseScheduler)
    assert settings.CELERY_BEAT_SCHEDULER == "config.beat:HeartbeatScheduler"


def test_beat_of_an_idle_server_looks_seldom_and_wakes_when_something_is_due() -> None:
    """Each look opened the database, three times a second; waking 10 ms early meant twenty ticks for one task."""
    scheduler = HeartbeatScheduler(app, max_interval=5, lazy=True)
    with patch.object(DatabaseScheduler, "schedule_changed", return_value=True) as look:
        assert [scheduler.schedule_changed() for _ in range(3)] == [True, False, False]
        assert look.call_count == 1
    assert scheduler.adjust(5.0) == 5.0
    assert scheduler.adjust(None) is None


@pytest.mark.django_db(transaction=True)
def test_idle_server_keeps_a_connection_to_sqlite() -> None:
    """Otherwise the last connection of each task writes SQLite's log into the database and deletes it."""
    connection.close()
    with hold_database_open():
        assert (connection.connection is not None) == (connection.vendor == "sqlite")
    assert connection.connection is None


# As `celery worker` does it, up to where its processes would start.
STARTED = """
from unittest.mock import patch
from celery.apps.worker import Worker
from config.celery import app
from django.conf import settings
from django.db import connection
app.set_current()
with patch("config.celery.schema_problem", return_value=None):
    Worker(app=app, hostname="fast@room")
[fixup] = app._fixups
print(json.dumps([fixup.worker_fixup.db_reuse_max, settings.DATABASES["default"]]))
"""


def started_worker(address: str, tmp_path: Path) -> tuple[int | None, dict[str, Any]]:
    """Return after how many tasks a worker closes its connection, and the settings of its database."""
    result = subprocess.run(
        [sys.executable, "-c", f"import json{STARTED}"],
        env=os.environ | {"DATABASE_URL": address, "DATA_DIR": str(tmp_path)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    tasks, stored = json.loads(result.stdout)
    return tasks, stored


def test_process_of_a_worker_keeps_one_connection(tmp_path: Path) -> None:
    """Celery would close it after each task, and the pool of the settings would open four for the next one."""
    tasks, stored = started_worker("postgres://room@127.0.0.1:1/room", tmp_path)
    assert tasks == TASKS_OF_CONNECTION
    assert "pool" not in stored["OPTIONS"]
    assert (stored["CONN_MAX_AGE"], stored["CONN_HEALTH_CHECKS"]) == (None, True)
    assert stored["OPTIONS"]["connect_timeout"] == POSTGRESQL_OPTIONS["connect_timeout"]


def test_worker_on_sqlite_closes_the_file_after_each_task(tmp_path: Path) -> None:
    """A restored file takes the place of the one that is there."""
    tasks, stored = started_worker("", tmp_path)
    assert tasks is None
    assert not stored.get("CONN_HEALTH_CHECKS")


def test_every_scheduled_task_exists_and_has_an_interval() -> None:
    """One that is missing in either place would never run, and nothing would say so."""
    app.loader.import_default_modules()
    task_names = {name for name in map(str, app.tasks) if not name.startswith(("celery.", "test."))}
    at: dict[str, float] = {
        str(item["task"]): item["schedule"]  # seconds
        for item in settings.CELERY_BEAT_SCHEDULE.values()
    }
    assert task_names - {BACKUP_TASK, MAKE_FILE, PLAN_WEEK} == set(at), "people trigger those"
    assert max(at[name] for name in at if name.startswith("reports.")) <= 60
