"""The Celery application; its settings are Django's with the prefix CELERY_."""

import os
import sys
import time

from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    celeryd_after_setup,
    celeryd_init,
    task_postrun,
    task_prerun,
)
from django.conf import settings
from django.db import close_old_connections, connections

from config.databases import keep_connection
from journal.log_context import begin_request, end_request, request_id
from ops.health.queues import SENT_AT
from ops.schema_state import schema_problem

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

REQUEST_ID = "request_id"  # a task's header
# Of a worker's process, then it opens another one. Celery counts its calls before and after each task.
TASKS_OF_CONNECTION = 1_000
app = Celery("floorbook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _prepare(headers: dict[str, object], **_: object) -> None:
    """Write into a task's message when it was queued, so that one can see how long it waits, and for which request."""
    headers[SENT_AT] = time.time()
    headers[REQUEST_ID] = request_id()


def _begin_task(task: object = None, **_: object) -> None:
    """Begin a task with the id of the request that queued it; a scheduled one gets its own."""
    given = getattr(getattr(task, "request", None), REQUEST_ID, None)
    begin_request(given or "", source=getattr(task, "name", ""))
    if settings.DATABASES["default"].get("CONN_HEALTH_CHECKS"):
        close_old_connections()  # one that is broken, or that does not answer
    _load_house()


def _load_house() -> None:
    """Read the currency and the time zone that a report or a page to a player has."""
    # Imported here: this module is loaded before Django's models.
    from staff.house_currency import load_currency
    from staff.time_zone import load_time_zone

    load_currency()
    load_time_zone()


def _keep_connections(**_: object) -> None:
    """Let each process of a worker keep its connection to PostgreSQL between tasks.

    Celery would close it after each task, and with it the pool of the web processes' settings, which opens four again
    for the next one. A connection that the server closed between two tasks is replaced before the next one uses it.
    """
    if not keep_connection(settings.DATABASES["default"]):
        return
    # Too late for the setting CELERY_DB_REUSE_MAX, which Celery reads before it sends its first signal of a worker.
    for fixup in app._fixups:
        fixup.worker_fixup.db_reuse_max = TASKS_OF_CONNECTION


def _end_task(**_: object) -> None:
    end_request()


def _refuse_other_schema(**_: object) -> None:
    """End a worker or beat whose code is older or newer than the database, before its first task."""
    if problem := schema_problem():
        sys.exit(problem)


def _close_connections(**_: object) -> None:
    """Close what the check of the schema opened: a worker's processes must not share it."""
    connections.close_all()


celeryd_init.connect(_keep_connections, weak=False)
celeryd_init.connect(_refuse_other_schema, weak=False)
celeryd_after_setup.connect(_close_connections, weak=False)
beat_init.connect(_refuse_other_schema, weak=False)
before_task_publish.connect(_prepare, weak=False)
task_prerun.connect(_begin_task, weak=False)
task_postrun.connect(_end_task, weak=False)
