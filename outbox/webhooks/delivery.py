"""Webhooks as messages of the outbox: each webhook gets its events in order, with a signature."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from outbox.channel import Channel, SendResult
from outbox.delivery import deliver
from outbox.http_client import PostResponse, send
from outbox.webhooks.models import Webhook, WebhookDelivery
from outbox.webhooks.secret_encryption import decrypt
from outbox.webhooks.signatures import signature_headers

DELIVERY_TASK = "api.deliver"
# The delay before each retry. After the last retry, the delivery is dead. A house choice: no source sets it.
RETRY_DELAYS = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 21600))
MAX_QUEUE_TIME = timedelta(days=1)  # deliveries queued for longer fail together with the failed one
UNREADABLE = PostResponse(0, "the server key changed since the secret was made: rotate it")
State = WebhookDelivery.State
Send = Callable[[str, bytes, Mapping[str, str]], PostResponse]


class WebhookChannel(Channel[WebhookDelivery]):
    """Deliveries to webhooks. Each webhook gets them in the order of events."""

    name = "webhooks"
    model = WebhookDelivery
    task = DELIVERY_TASK
    where = "Settings, Integrations"
    retry_delays = RETRY_DELAYS
    lease = timedelta(seconds=120)  # a try takes at most ten seconds
    retention = timedelta(days=30)
    target = "hook"

    def __init__(self, sending: Send = send) -> None:
        self._sending = sending

    def sendable(self) -> QuerySet[WebhookDelivery]:
        # A worker of the previous version leases the webhook. A later version will remove the column.
        free = Q(hook__leased_until=None) | Q(hook__leased_until__lt=Now())
        active = WebhookDelivery.objects.filter(hook__active=True, hook__integration__active=True)
        return active.filter(free).select_related("hook")

    def send(self, message: WebhookDelivery, now: datetime) -> SendResult:
        """Send the request. If the secret cannot be decrypted, only this delivery fails."""
        data = headers(message.hook, message, now)
        body = message.body.encode()
        answer = self._sending(message.hook.url, body, data) if data else UNREADABLE
        return SendResult(answer.error, columns={"status": answer.status})

    def on_permanent_failure(self, message: WebhookDelivery, now: datetime) -> None:
        """Mark long-queued deliveries as dead, so that a webhook that was down can catch up."""
        late = WebhookDelivery.objects.filter(
            hook=message.hook_id, state=State.WAITING, made_at__lt=now - MAX_QUEUE_TIME
        )
        late.update(state=State.DEAD, ended_at=now, error="queued too long")


WEBHOOKS = WebhookChannel()


def deliver_webhooks(now: Callable[[], datetime] = timezone.now, sending: Send = send) -> int:
    """Send the deliveries that are due; return how many were received."""
    return deliver(WebhookChannel(sending), now)


def headers(hook: Webhook, delivery: WebhookDelivery, now: datetime) -> dict[str, str] | None:
    """Return the headers of a delivery; None if the webhook's secret cannot be decrypted.

    For a day after a rotation, the previous secret signs, too.
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
