"""The embedded worker and beat."""

import threading

import pytest
from celery import Celery
from django.conf import settings
from django_celery_beat.models import IntervalSchedule, PeriodicTask

from config.embedded import jobs


@pytest.mark.django_db(transaction=True)
def test_what_the_database_schedules_is_done() -> None:
    app = Celery("test", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.beat_schedule = {}  # the room's own jobs are not what is asked here
    done = threading.Event()

    @app.task(name="test.done")
    def report() -> None:
        done.set()

    every_second = IntervalSchedule.objects.create(every=1, period=IntervalSchedule.SECONDS)
    PeriodicTask.objects.create(name="Done", task="test.done", interval=every_second)
    app.control.purge()  # pages that other tests' lists wanted sent would be done first
    with jobs(app):
        assert done.wait(20)
    assert not [thread for thread in threading.enumerate() if "celery" in thread.name]
    assert settings.CELERY_BEAT_SCHEDULER.startswith("django_celery_beat")
