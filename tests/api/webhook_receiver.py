"""The receiver of a webhook: its URL, its responses and the requests it got."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from outbox.http_client import PostResponse
from outbox.webhooks.models import Webhook, WebhookDelivery
from outbox.webhooks.secret_encryption import decrypt
from poker import commands as c
from staff.integrations import token_make
from tests.support.api_fixtures import ApiClient
from tests.support.room import TableDriver

URL = "https://seating.example/floorbook"
State = WebhookDelivery.State


class WebhookReceiver:
    """Responds with the given statuses and stores the requests."""

    def __init__(self, *statuses: int) -> None:
        self.answers = list(statuses)
        self.received: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []

    def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> PostResponse:
        self.received.append(json.loads(body))
        self.headers.append(headers)
        status = self.answers.pop(0) if self.answers else 200
        return PostResponse(status, "" if status == 200 else f"answered {status}")


class Clock:
    def __init__(self) -> None:
        self.now = timezone.now() + timedelta(seconds=1)

    def __call__(self) -> datetime:
        return self.now


def empty_three_seats(game: TableDriver) -> None:
    """Empty three seats."""
    for seat in (4, 3, 2):
        game.execute(c.LeaveSeat(seat))


def webhook_client(webhook: Webhook) -> ApiClient:
    """Return an API client with a new token of the webhook's integration."""
    _, text = token_make(integration=webhook.integration, days=None, by=None, now=timezone.now())
    return ApiClient(webhook.integration, text)


def current_secret(webhook: Webhook) -> str:
    """Return the secret that signs requests now."""
    secret = decrypt(webhook.secret)
    assert secret is not None
    return secret
