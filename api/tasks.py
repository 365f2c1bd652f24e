"""The task that delivers webhooks."""

from celery import shared_task

from outbox.webhooks.delivery import DELIVERY_TASK, deliver_webhooks

deliveries = shared_task(name=DELIVERY_TASK)(deliver_webhooks)
