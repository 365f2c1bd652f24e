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
# Tasks that a worker's process runs before it opens another connection. Celery counts its calls before and
# after each task.
TASKS_OF_CONNECTION = 1_000
app = Celery("floorbook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _prepare(headers: dict[str, object], **_: object) -> None:
    """Write the time of queuing and the request's id into a task's message, to show how long it waits and for which
    request.
    """
    headers[SENT_AT] = time.time()
    headers[REQUEST_ID] = request_id()


def _begin_task(task: object = None, **_: object) -> None:
    """Begin a task with the id of the request that queued it; a scheduled one gets its own."""
    task_request_id = getattr(getattr(task, "request", None), REQUEST_ID, None)
    begin_request(task_request_id or "", source=getattr(task, "name", ""))
    if settings.DATABASES["default"].get("CONN_HEALTH_CHECKS"):
        close_old_connections()  # broken or unresponsive connections
    _load_house()


def _load_house() -> None:
    """Load the currency and the time zone, which a report or a page for a player needs."""
    # Imported here: this module is loaded before Django's models.
    from staff.house_currency import load_currency
    from staff.time_zone import load_time_zone

    load_currency()
    load_time_zone()


def _keep_connections(**_: object) -> None:
    """Let each process of a worker keep its connection to PostgreSQL between tasks.

    Otherwise Celery closes it after each task, and with it the pool of the web processes' settings, which opens four
    connections again for the next task. A connection that the server closed between two tasks is replaced before its
    next use.
    """
    if not keep_connection(settings.DATABASES["default"]):
        return
    # It is too late for the setting CELERY_DB_REUSE_MAX, which Celery reads before a worker's first
    # signal.
    for fixup in app._fixups:
        fixup.worker_fixup.db_reuse_max = TASKS_OF_CONNECTION


def _end_task(**_: object) -> None:
    end_request()


def _refuse_other_schema(**_: object) -> None:
    """End a worker or beat whose code is older or newer than the database, before its first task."""
    if problem := schema_problem():
        sys.exit(problem)


def _close_connections(**_: object) -> None:
    """Close the connections of the schema check, because a worker's processes must not share them."""
    connections.close_all()


celeryd_init.connect(_keep_connections, weak=False)
celeryd_init.connect(_refuse_other_schema, weak=False)
celeryd_after_setup.connect(_close_connections, weak=False)
beat_init.connect(_refuse_other_schema, weak=False)
before_task_publish.connect(_prepare, weak=False)
task_prerun.connect(_begin_task, weak=False)
task_postrun.connect(_end_task, weak=False)
