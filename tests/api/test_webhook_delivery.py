"""Deliveries: signed, in order, retried, permanently failed; by one worker at a time."""

from base64 import b64decode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks import Webhook as Receiver
from standardwebhooks import WebhookVerificationError

from outbox.delivery import delete_ended
from outbox.http_client import PostResponse
from outbox.webhooks.delivery import RETRY_DELAYS, UNREADABLE, WEBHOOKS
from outbox.webhooks.delivery import deliver_webhooks as deliver
from outbox.webhooks.models import Webhook, WebhookDelivery
from outbox.webhooks.secret_encryption import decrypt, encrypt
from outbox.webhooks.signatures import create_secret, signature_headers
from poker import commands as c
from staff.integrations import integration_disable
from tests.api.webhook_receiver import (
    Clock,
    State,
    WebhookReceiver,
    current_secret,
    empty_three_seats,
    webhook_client,
)
from tests.support.room import TableDriver


def test_deliveries_are_in_order_and_signed(game: TableDriver, webhook: Webhook) -> None:
    empty_three_seats(game)
    receiver = WebhookReceiver()
    clock = Clock()
    assert deliver(clock, receiver.send) == 3
    assert [item["seat"] for item in receiver.received] == [4, 3, 2]
    data = receiver.headers[0]
    first = WebhookDelivery.objects.earliest("pk")
    body = Receiver(current_secret(webhook)).verify(first.body, dict(data))
    assert data["webhook-id"] == body["id"] == str(first.event_id)
    assert data["webhook-timestamp"] == str(int(clock.now.timestamp()))
    assert data["webhook-signature"].count("v1,") == 1
    assert deliver(clock, receiver.send) == 0


def test_signature_is_the_published_one_of_standard_webhooks() -> None:
    """The example that the libraries of standard-webhooks/standard-webhooks share."""
    headers = signature_headers(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        b'{"test": 2432232314}',
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        datetime.fromtimestamp(1614265330, UTC),
    )
    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


@pytest.mark.parametrize("change", ["id", "body", "secret"])
def test_signature_of_another_delivery_is_not_accepted(change: str) -> None:
    secret = create_secret()
    other_secret = create_secret()
    headers = signature_headers("1", b'{"seat": 4}', [secret], datetime.now(UTC))
    Receiver(secret).verify('{"seat": 4}', headers)
    if change == "id":
        headers["webhook-id"] = "2"
    with pytest.raises(WebhookVerificationError):
        Receiver(other_secret if change == "secret" else secret).verify(
            '{"seat": 5}' if change == "body" else '{"seat": 4}', headers
        )


def test_failed_delivery_is_retried_and_holds_back_later_ones(
    game: TableDriver, webhook: Webhook
) -> None:
    empty_three_seats(game)
    receiver = WebhookReceiver(500, 0)
    clock = Clock()
    assert deliver(clock, receiver.send) == 0
    assert deliver(clock, receiver.send) == 0
    assert len(receiver.received) == 1
    clock.now += RETRY_DELAYS[0]
    assert deliver(clock, receiver.send) == 0
    first = WebhookDelivery.objects.earliest("pk")
    assert (first.tries, first.status, first.state) == (2, 0, State.WAITING)
    clock.now += RETRY_DELAYS[0]
    assert deliver(clock, receiver.send) == 0  # the second wait is longer
    clock.now += RETRY_DELAYS[1]
    assert deliver(clock, receiver.send) == 3
    assert [item["seat"] for item in receiver.received] == [4, 4, 4, 3, 2]


def test_permanently_failed_delivery_is_shown(game: TableDriver, webhook: Webhook) -> None:
    empty_three_seats(game)
    receiver = WebhookReceiver(*[500] * (len(RETRY_DELAYS) + 1))
    clock = Clock()
    for wait in (*RETRY_DELAYS, timedelta(0)):
        deliver(clock, receiver.send)
        clock.now += wait
    assert [delivery.state for delivery in WebhookDelivery.objects.order_by("pk")] == [
        State.DEAD,
        "waiting",
        "waiting",
    ]
    assert deliver(clock, receiver.send) == 2
    api_client = webhook_client(webhook)
    [dead] = api_client.get(f"webhooks/{webhook.pk}/deliveries/", state="dead").json()["items"]
    assert (dead["tries"], dead["status"], dead["body"]["seat"]) == (len(RETRY_DELAYS) + 1, 500, 4)
    assert api_client.get(f"webhooks/{webhook.pk}/").json()["dead"] == 1
    at = f"webhooks/{webhook.pk}/deliveries/{dead['id']}/again/"
    assert api_client.post(at).json()["state"] == "waiting"
    retry_response = api_client.post(at)
    assert (retry_response.status_code, retry_response.json()["code"]) == (409, "not_dead")
    assert deliver(clock, receiver.send) == 1
    clock.now += timedelta(days=31)
    assert delete_ended(WEBHOOKS, clock.now) == 3


def test_old_deliveries_to_a_dead_url_are_dropped(game: TableDriver, webhook: Webhook) -> None:
    empty_three_seats(game)
    WebhookDelivery.objects.update(made_at=timezone.now() - timedelta(days=2))
    WebhookDelivery.objects.filter(pk=WebhookDelivery.objects.earliest("pk").pk).update(
        tries=len(RETRY_DELAYS)
    )
    deliver(Clock(), WebhookReceiver(500).send)
    assert {delivery.state for delivery in WebhookDelivery.objects.all()} == {State.DEAD}


def test_concurrent_workers_deliver_once(game: TableDriver, webhook: Webhook) -> None:
    empty_three_seats(game)
    clock = Clock()
    receiver = WebhookReceiver()

    def send(url: str, body: bytes, headers: Mapping[str, str]) -> PostResponse:
        assert deliver(clock, receiver.send) == 0  # another worker, in the midst of it
        return PostResponse(200, "")

    assert deliver(clock, send) == 3
    assert receiver.received == []


def test_lease_of_a_worker_of_the_version_before_is_respected(
    game: TableDriver, webhook: Webhook
) -> None:
    """It leases the webhook, while an upgrade runs. Its lease ends with it, or two minutes later."""
    empty_three_seats(game)
    Webhook.objects.update(leased_until=timezone.now() + timedelta(seconds=60))
    assert deliver(Clock(), WebhookReceiver().send) == 0
    Webhook.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert deliver(Clock(), WebhookReceiver().send) == 3


def test_disabled_integration_receives_nothing(game: TableDriver, webhook: Webhook) -> None:
    empty_three_seats(game)
    integration_disable(integration=webhook.integration, now=timezone.now())
    assert deliver(Clock(), WebhookReceiver().send) == 0
    game.seat_players(2)
    game.execute(c.LeaveSeat(2))
    assert WebhookDelivery.objects.count() == 3


def test_rotated_secret_signs_with_both_secrets(game: TableDriver, webhook: Webhook) -> None:
    api_client = webhook_client(webhook)
    old = current_secret(webhook)
    rotated = api_client.post(f"webhooks/{webhook.pk}/rotate/").json()
    assert rotated["secret"] != old
    assert old not in api_client.get("webhooks/").content.decode()
    assert rotated["secret"] not in api_client.get(f"webhooks/{webhook.pk}/").content.decode()
    game.execute(c.LeaveSeat(4))
    game.execute(c.LeaveSeat(3))
    clock = Clock()
    receiver = WebhookReceiver(200, 500)
    deliver(clock, receiver.send)
    data = receiver.headers[0]
    body = WebhookDelivery.objects.earliest("pk").body
    for secret in (rotated["secret"], old):
        Receiver(secret).verify(body, dict(data))
    clock.now += timedelta(days=1, seconds=1)
    deliver(clock, receiver.send)
    assert data["webhook-signature"].count("v1,") == 2
    assert receiver.headers[-1]["webhook-signature"].count("v1,") == 1


def test_secret_is_stored_encrypted(webhook: Webhook) -> None:
    secret = current_secret(webhook)
    assert secret.startswith("whsec_")
    assert len(b64decode(secret.removeprefix("whsec_"))) == 32
    assert secret not in str(Webhook.objects.values_list())
    assert encrypt(secret) != webhook.secret  # no two are alike


def test_changed_server_key_is_reported_and_a_new_secret_works(
    game: TableDriver, webhook: Webhook, settings: Settings
) -> None:
    secret_key = settings.SECRET_KEY
    settings.SECRET_KEY = "another key"
    game.execute(c.LeaveSeat(4))
    clock = Clock()
    receiver = WebhookReceiver()
    assert deliver(clock, receiver.send) == 0
    assert receiver.received == []
    assert "rotate" in WebhookDelivery.objects.get().error
    settings.SECRET_KEY_FALLBACKS = [secret_key]
    clock.now += RETRY_DELAYS[0]
    assert deliver(clock, receiver.send) == 1
    settings.SECRET_KEY_FALLBACKS = []
    secret = webhook_client(webhook).post(f"webhooks/{webhook.pk}/rotate/").json()["secret"]
    webhook.refresh_from_db()
    assert current_secret(webhook) == secret
    game.execute(c.LeaveSeat(3))
    assert deliver(clock, receiver.send) == 1


@pytest.mark.parametrize("change", [0, 12, 40, 100, 150])
def test_altered_encrypted_secret_is_not_decrypted(change: int) -> None:
    encrypted = encrypt("ab" * 32)
    assert decrypt(encrypted) == "ab" * 32
    characters = list(encrypted)
    characters[change] = "0" if characters[change] != "0" else "1"
    assert decrypt("".join(characters)) is None


@pytest.mark.parametrize("stored", ["", "x", "1$zz$zz$zz", "ab" * 32, "\u00e9"])
def test_unreadable_secret_is_reported(game: TableDriver, webhook: Webhook, stored: str) -> None:
    Webhook.objects.update(secret=stored)
    game.execute(c.LeaveSeat(4))
    receiver = WebhookReceiver()
    assert deliver(Clock(), receiver.send) == 0
    assert receiver.received == []
    assert WebhookDelivery.objects.get().error == UNREADABLE.error


def test_earlier_server_key_can_be_removed_after_reencryption(
    webhook: Webhook, settings: Settings
) -> None:
    webhook_client(webhook).post(f"webhooks/{webhook.pk}/rotate/")
    webhook.refresh_from_db()
    secrets = [decrypt(webhook.secret), decrypt(webhook.previous_secret)]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    call_command("reencrypt_webhooks")
    settings.SECRET_KEY_FALLBACKS = []
    webhook.refresh_from_db()
    assert [decrypt(webhook.secret), decrypt(webhook.previous_secret)] == secrets


def test_reencryption_lists_unreadable_webhooks(webhook: Webhook, settings: Settings) -> None:
    settings.SECRET_KEY = "another key"
    with pytest.raises(CommandError, match=webhook.url):
        call_command("reencrypt_webhooks")
    stored = webhook.secret
    webhook.refresh_from_db()
    assert webhook.secret == stored
