"""Jobs of the API: webhooks are delivered, old deliveries forgotten."""

from celery import shared_task

from api.hooks.delivering import deliver, forget
from api.hooks.outbox import JOB

deliveries = shared_task(name=JOB)(deliver)
old_ones = shared_task(name="api.forget")(forget)
