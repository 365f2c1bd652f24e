"""The embedded worker and beat."""

import threading
from pathlib import Path
from unittest.mock import patch

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import celeryd_init
from django.conf import settings
from django_celery_beat.models import IntervalSchedule, PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from config.beat import HeartbeatScheduler
from config.celery import TASKS_OF_CONNECTION, app
from config.databases import POSTGRESQL_OPTIONS, database, keep_connection
from config.embedded import run_worker_and_beat
from config.scheduled_tasks import MAKE_FILE
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
    schedule, app.conf.beat_schedule = app.conf.beat_schedule, {}  # not what is asked here
    try:
        with run_worker_and_beat(app):
            assert event.wait(60)
    finally:
        app.conf.beat_schedule = schedule
        del app.tasks["test.done"]
    assert not [thread for thread in threading.enumerate() if "celery" in thread.name]
    assert issubclass(HeartbeatScheduler, DatabaseScheduler)
    assert settings.CELERY_BEAT_SCHEDULER == "config.beat:HeartbeatScheduler"


def test_process_of_a_worker_keeps_one_connection(tmp_path: Path) -> None:
    """Celery would close it after each task, and the pool of the settings would open four for the next one."""
    stored = database("postgres://room@127.0.0.1/room", tmp_path)
    try:
        with (
            patch.dict(settings.DATABASES, {"default": stored}),
            patch("config.celery.schema_problem", return_value=None),
        ):
            celeryd_init.send(sender="fast@room", instance=None, conf=app.conf, options={})
        assert DjangoWorkerFixup(app).db_reuse_max == TASKS_OF_CONNECTION
    finally:
        del app.conf["CELERY_DB_REUSE_MAX"]
    assert "pool" not in stored["OPTIONS"]
    assert (stored["CONN_MAX_AGE"], stored["CONN_HEALTH_CHECKS"]) == (None, True)
    assert stored["OPTIONS"]["connect_timeout"] == POSTGRESQL_OPTIONS["connect_timeout"]
    assert not keep_connection(database("", tmp_path)), "SQLite has no pool"


def test_every_scheduled_task_exists_and_has_an_interval() -> None:
    """One that is missing in either place would never run, and nothing would say so."""
    app.loader.import_default_modules()
    task_names = {name for name in map(str, app.tasks) if not name.startswith(("celery.", "test."))}
    at: dict[str, float] = {
        str(item["task"]): item["schedule"]  # seconds
        for item in settings.CELERY_BEAT_SCHEDULE.values()
    }
    assert task_names - {BACKUP_TASK, MAKE_FILE} == set(at), "people trigger those"
    assert max(at[name] for name in at if name.startswith("reports.")) <= 60
