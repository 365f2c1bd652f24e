"""Tasks of the API: deliver webhooks, delete old deliveries."""

from celery import shared_task

from api.webhooks.delivery import delete_old_deliveries, deliver
from api.webhooks.outbox import DELIVERY_TASK

deliveries = shared_task(name=DELIVERY_TASK)(deliver)
old_ones = shared_task(name="api.forget")(delete_old_deliveries)
