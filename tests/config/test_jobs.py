"""The embedded worker and beat, in a process of their own as in a room."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection
from django_celery_beat.models import IntervalSchedule, PeriodicTask

from tests.forge import PROJECT

JOBS = """
import sys, threading
import django
django.setup()
from django.db import connections
connections["default"].settings_dict["NAME"] = sys.argv[1]
from celery import Celery
from config.embedded import jobs

app = Celery("test", set_as_current=False)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = {}  # the room's own jobs are not what is asked here
done = threading.Event()


@app.task(name="test.done")
def report():
    done.set()


with jobs(app):
    assert done.wait(20), "nothing was done"
left = [thread.name for thread in threading.enumerate() if "celery" in thread.name]
assert not left, left
"""


@pytest.mark.django_db(transaction=True)
def test_what_the_database_schedules_is_done() -> None:
    every_second = IntervalSchedule.objects.create(every=1, period=IntervalSchedule.SECONDS)
    PeriodicTask.objects.create(name="Done", task="test.done", interval=every_second)
    ended = subprocess.run(
        [sys.executable, "-c", JOBS, str(connection.settings_dict["NAME"])],
        cwd=PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert settings.CELERY_BEAT_SCHEDULER.startswith("django_celery_beat")
