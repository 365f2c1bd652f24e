"""The Celery application; its settings are Django's with the prefix CELERY_."""

import os
import time

from celery import Celery
from celery.signals import before_task_publish

from ops.health.queues import SENT_AT

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("floorbook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _say_when(headers: dict[str, object], **_: object) -> None:
    """Write into a task's message when it was queued, so that one can see how long tasks wait."""
    headers[SENT_AT] = time.time()


before_task_publish.connect(_say_when, weak=False)
