"""Creates and deletes webhooks, rotates their secrets and retries dead deliveries."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from django.db import transaction

from outbox.delivery import retry, trigger
from outbox.url_policy import parse_url
from outbox.webhooks.delivery import WEBHOOKS
from outbox.webhooks.event_types import KINDS
from outbox.webhooks.models import Webhook, WebhookDelivery
from outbox.webhooks.secret_encryption import encrypt, reencrypt
from outbox.webhooks.signatures import create_secret
from poker.refusal import Refusal
from staff.models import Integration
from staff.scopes import Scope


class HookOwner(Protocol):
    """An API client that may own webhooks."""

    @property
    def integration(self) -> Integration:
        """Return the client's account."""

    def must(self, scope: Scope) -> None:
        """Raise `Refusal`: `no_scope` if the client lacks the scope."""


MAX_WEBHOOKS = 10
ROTATION_PERIOD = timedelta(days=1)  # how long a rotated secret also signs


def webhook_create(
    *, caller: HookOwner, url: str, events: Sequence[str], now: datetime
) -> tuple[Webhook, str]:
    """Create a webhook; return it with its secret, which is shown only once.

    The host is checked when a delivery is sent. Raises `Refusal`: `hook_url`, `hook_event`, `hook_many`, or
    `no_scope` if the client lacks the scope of an event.
    """
    parse_url(url)
    for event in events:
        if event not in KINDS:
            raise Refusal("hook_event", "", event=event[:40])
        caller.must(KINDS[event][0])
    if Webhook.objects.filter(integration=caller.integration).count() >= MAX_WEBHOOKS:
        raise Refusal("hook_many", "", most=MAX_WEBHOOKS)
    secret = create_secret()
    hook = Webhook.objects.create(
        integration=caller.integration,
        url=url,
        events=[item for item in KINDS if item in events],
        secret=encrypt(secret),
        made_at=now,
    )
    return hook, secret


def webhook_rotate_secret(*, hook: Webhook, now: datetime) -> str:
    """Return a new secret, which is shown only once. The old secret also signs for a day."""
    secret = create_secret()
    hook.previous_secret = hook.secret
    hook.previous_until = now + ROTATION_PERIOD
    hook.secret = encrypt(secret)
    hook.save(update_fields=["secret", "previous_secret", "previous_until"])
    return secret


def webhook_secrets_reencrypt() -> tuple[int, list[Webhook]]:
    """Encrypt all secrets under `SECRET_KEY`; return how many, and the webhooks that no key decrypts.

    A rotated secret that no key decrypts is removed, because it can no longer sign.
    """
    count = 0
    unreadable = []
    with transaction.atomic():
        for hook in Webhook.objects.select_for_update():
            secret = reencrypt(hook.secret)
            if secret is None:
                unreadable.append(hook)
                continue
            hook.secret = secret
            hook.previous_secret = reencrypt(hook.previous_secret) or ""
            hook.save(update_fields=["secret", "previous_secret"])
            count += 1
    return count, unreadable


def delivery_retry(*, delivery: WebhookDelivery, now: datetime) -> WebhookDelivery:
    """Queue a dead delivery again in its old position, with a full set of tries. Raises `Refusal`: `not_dead`."""
    if not retry(WEBHOOKS, delivery, now):
        raise Refusal("not_dead")
    trigger(WEBHOOKS)
    return delivery
