"""The Celery application; its settings are Django's with the prefix CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("floorbook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
