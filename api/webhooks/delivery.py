"""Delivers the outbox: each webhook in order of events, with retries and backoff, then marked as dead."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Min, OuterRef, Q
from django.utils import timezone

from api.models import Webhook, WebhookDelivery
from api.webhooks.http_client import WebhookResponse, send
from api.webhooks.secret_encryption import decrypt
from api.webhooks.signatures import signature_headers
from ops.health.checks.messages import MessageCount

# The delay before each retry; after the last one the delivery is dead. A house choice: no source specifies it.
RETRY_DELAYS = tuple(timedelta(seconds=one) for one in (10, 60, 300, 1800, 7200, 21600))
LEASE = timedelta(seconds=120)
PASS_SECONDS = 60  # seconds for one webhook before others get their turn
MAX_QUEUE_TIME = timedelta(days=1)  # deliveries queued for longer die with the one that fails
RETENTION = timedelta(days=30)
UNREADABLE = WebhookResponse(0, "the server key changed since the secret was made: rotate it")
State = WebhookDelivery.State
Send = Callable[[str, bytes, Mapping[str, str]], WebhookResponse]


def deliver(now: Callable[[], datetime] = timezone.now, sending: Send = send) -> int:
    """Send due deliveries; return how many were received. Concurrent calls deliver to different webhooks."""
    due = WebhookDelivery.objects.filter(
        hook=OuterRef("pk"), state=State.WAITING, due_at__lte=now()
    )
    hooks = Webhook.objects.filter(active=True, integration__active=True).filter(Exists(due))
    return sum(_deliver(pk, now, sending) for pk in hooks.values_list("pk", flat=True))


def count_deliveries(since: datetime) -> MessageCount:
    """Return how many deliveries wait, and how many were given up since a time."""
    active = Q(state=State.WAITING, hook__active=True, hook__integration__active=True)
    rows = WebhookDelivery.objects.filter(active | Q(state=State.DEAD, ended_at__gte=since))
    counts = rows.aggregate(
        waiting=Count("pk", filter=Q(state=State.WAITING)),
        oldest=Min("due_at", filter=Q(state=State.WAITING)),
        failed=Count("pk", filter=Q(state=State.DEAD)),
    )
    return MessageCount(
        "webhooks", counts["waiting"], counts["oldest"], counts["failed"], "Settings, Integrations"
    )


def _deliver(pk: int, now: Callable[[], datetime], sending: Send) -> int:
    free = Q(leased_until=None) | Q(leased_until__lt=now())
    if not Webhook.objects.filter(free, pk=pk).update(leased_until=now() + LEASE):
        return 0  # another worker has leased it
    until, received = time.monotonic() + PASS_SECONDS, 0
    try:
        while time.monotonic() < until:
            hook = Webhook.objects.filter(pk=pk, active=True, integration__active=True).first()
            if hook is None or not _next(hook, now, sending):
                break
            received += 1
    finally:
        Webhook.objects.filter(pk=pk).update(leased_until=None)
    return received


def _next(hook: Webhook, now: Callable[[], datetime], sending: Send) -> bool:
    """Send the oldest delivery; return whether it was received, so that the next one may follow."""
    delivery = WebhookDelivery.objects.filter(hook=hook, state=State.WAITING).order_by("pk").first()
    if delivery is None or delivery.due_at > now():
        return False
    data = headers(hook, delivery, now())
    answer = sending(hook.url, delivery.body.encode(), data) if data else UNREADABLE
    delivery.tries += 1
    delivery.status, delivery.error = answer.status, answer.error
    if not answer.error:
        delivery.state, delivery.ended_at = State.DELIVERED, now()
    elif delivery.tries <= len(RETRY_DELAYS):
        delivery.due_at = now() + RETRY_DELAYS[delivery.tries - 1]
    else:
        delivery.state, delivery.ended_at = State.DEAD, now()
    delivery.save()
    if delivery.state == State.DEAD:
        _give_up(hook, now())
    return delivery.state == State.DELIVERED


def _give_up(hook: Webhook, now: datetime) -> None:
    """Mark long-queued deliveries as dead, so that a webhook that was down can catch up."""
    late = WebhookDelivery.objects.filter(
        hook=hook, state=State.WAITING, made_at__lt=now - MAX_QUEUE_TIME
    )
    late.update(state=State.DEAD, ended_at=now, error="queued too long")


def headers(hook: Webhook, delivery: WebhookDelivery, now: datetime) -> dict[str, str] | None:
    """Return the headers of a delivery; None if the webhook's secret cannot be decrypted.

    For a day after a rotation the earlier secret signs too.
    """
    secret = decrypt(hook.secret)
    if secret is None:
        return None
    is_rotated = hook.previous_until is not None and hook.previous_until > now
    before = decrypt(hook.previous_secret) if is_rotated else None
    secrets = [secret] if before is None else [secret, before]
    return {
        "Content-Type": "application/json",
        "User-Agent": "Floorbook",
        "X-Floorbook-Event": delivery.event,
        **signature_headers(str(delivery.event_id), delivery.body.encode(), secrets, now),
    }


def delete_old_deliveries(now: Callable[[], datetime] = timezone.now) -> int:
    """Delete delivered and dead deliveries after a month; return how many."""
    return WebhookDelivery.objects.filter(ended_at__lt=now() - RETENTION).delete()[0]
