"""Deliveries: signed, in order, tried again, given up; by one at a time."""

import hmac
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256

import pytest
from django.utils import timezone
from pytest_django import Settings

from api.integrations import integration_disable
from api.models import Delivery, Hook
from api.webhooks.delivery import RETRY_DELAYS, delete_old_deliveries, deliver
from api.webhooks.http_client import WebhookResponse
from api.webhooks.secret_encryption import decrypt, encrypt
from poker import commands as c
from tests.api.hooking import Clock, Other, State, of, secret_of, three
from tests.tables.room import Small

pytestmark = pytest.mark.db


def test_in_order_and_signed(game: Small, hook: Hook) -> None:
    three(game)
    other, clock = Other(), Clock()
    assert deliver(clock, other.send) == 3
    assert [item["seat"] for item in other.got] == [4, 3, 2]
    data = other.headers[0]
    first = Delivery.objects.earliest("pk")
    text = f"{data['X-Floorbook-Time']}.{first.body}".encode()
    wanted = hmac.new(secret_of(hook).encode(), text, sha256).hexdigest()
    assert data["X-Floorbook-Signature"] == wanted
    assert data["X-Floorbook-Delivery"] == other.got[0]["id"] == str(first.event_id)
    assert "X-Floorbook-Signature-Before" not in data
    assert deliver(clock, other.send) == 0


def test_what_fails_is_tried_again_later_and_holds_back_what_comes_after(
    game: Small, hook: Hook
) -> None:
    three(game)
    other, clock = Other(500, 0), Clock()
    assert deliver(clock, other.send) == 0
    assert deliver(clock, other.send) == 0
    assert len(other.got) == 1
    clock.now += RETRY_DELAYS[0]
    assert deliver(clock, other.send) == 0
    first = Delivery.objects.earliest("pk")
    assert (first.tries, first.status, first.state) == (2, 0, State.WAITING)
    clock.now += RETRY_DELAYS[0]
    assert deliver(clock, other.send) == 0  # the second wait is longer
    clock.now += RETRY_DELAYS[1]
    assert deliver(clock, other.send) == 3
    assert [item["seat"] for item in other.got] == [4, 4, 4, 3, 2]


def test_what_fails_to_the_last_is_given_up_and_seen(game: Small, hook: Hook) -> None:
    three(game)
    other, clock = Other(*[500] * (len(RETRY_DELAYS) + 1)), Clock()
    for wait in (*RETRY_DELAYS, timedelta(0)):
        deliver(clock, other.send)
        clock.now += wait
    assert [delivery.state for delivery in Delivery.objects.order_by("pk")] == [
        State.DEAD,
        "waiting",
        "waiting",
    ]
    assert deliver(clock, other.send) == 2
    asks = of(hook)
    [dead] = asks.get(f"webhooks/{hook.pk}/deliveries/", state="dead").json()["items"]
    assert (dead["tries"], dead["status"], dead["body"]["seat"]) == (len(RETRY_DELAYS) + 1, 500, 4)
    assert asks.get(f"webhooks/{hook.pk}/").json()["dead"] == 1
    at = f"webhooks/{hook.pk}/deliveries/{dead['id']}/again/"
    assert asks.post(at).json()["state"] == "waiting"
    again = asks.post(at)
    assert (again.status_code, again.json()["code"]) == (409, "not_dead")
    assert deliver(clock, other.send) == 1
    clock.now += timedelta(days=31)
    assert delete_old_deliveries(clock) == 3


def test_an_address_that_is_dead_for_long_is_not_behind_for_ever(game: Small, hook: Hook) -> None:
    three(game)
    Delivery.objects.update(made_at=timezone.now() - timedelta(days=2))
    Delivery.objects.filter(pk=Delivery.objects.earliest("pk").pk).update(tries=len(RETRY_DELAYS))
    deliver(Clock(), Other(500).send)
    assert {delivery.state for delivery in Delivery.objects.all()} == {State.DEAD}


def test_two_at_once_deliver_once(game: Small, hook: Hook) -> None:
    three(game)
    clock, other = Clock(), Other()

    def send(url: str, body: bytes, headers: Mapping[str, str]) -> WebhookResponse:
        assert deliver(clock, other.send) == 0  # another worker, in the midst of it
        return WebhookResponse(200, "")

    assert deliver(clock, send) == 3
    assert other.got == []
    hook.refresh_from_db()
    assert hook.leased_until is None


def test_a_worker_that_died_holds_nothing_up_for_long(game: Small, hook: Hook) -> None:
    three(game)
    clock = Clock()
    Hook.objects.update(leased_until=clock.now + timedelta(seconds=60))
    assert deliver(clock, Other().send) == 0
    clock.now += timedelta(seconds=61)
    assert deliver(clock, Other().send) == 3


def test_who_is_shut_out_is_told_nothing(game: Small, hook: Hook) -> None:
    three(game)
    integration_disable(integration=hook.integration, now=timezone.now())
    assert deliver(Clock(), Other().send) == 0
    game.sit(2)
    game.do(c.LeaveSeat(2))
    assert Delivery.objects.count() == 3


def test_another_secret(game: Small, hook: Hook) -> None:
    asks, old = of(hook), secret_of(hook)
    told = asks.post(f"webhooks/{hook.pk}/rotate/").json()
    assert told["secret"] != old
    assert old not in asks.get("webhooks/").content.decode()
    assert told["secret"] not in asks.get(f"webhooks/{hook.pk}/").content.decode()
    game.do(c.LeaveSeat(4))
    game.do(c.LeaveSeat(3))
    clock, other = Clock(), Other(200, 500)
    deliver(clock, other.send)
    data, body = other.headers[0], Delivery.objects.earliest("pk").body
    text = f"{data['X-Floorbook-Time']}.{body}".encode()
    for name, secret in (("", told["secret"]), ("-Before", old)):
        wanted = hmac.new(secret.encode(), text, sha256).hexdigest()
        assert data[f"X-Floorbook-Signature{name}"] == wanted
    clock.now += timedelta(days=1, seconds=1)
    deliver(clock, other.send)
    assert "X-Floorbook-Signature-Before" not in other.headers[-1]


def test_a_secret_is_sealed_and_a_backup_does_not_have_it(hook: Hook) -> None:
    secret = secret_of(hook)
    assert len(secret) == 64
    assert secret not in str(Hook.objects.values_list())
    assert encrypt(secret) != hook.sealed  # no two are alike


def test_a_room_with_another_key_says_so_and_a_new_secret_mends_it(
    game: Small, hook: Hook, settings: Settings
) -> None:
    was = settings.SECRET_KEY
    settings.SECRET_KEY = "another key"
    game.do(c.LeaveSeat(4))
    clock, other = Clock(), Other()
    assert deliver(clock, other.send) == 0
    assert other.got == []
    assert "rotate" in Delivery.objects.get().error
    settings.SECRET_KEY_FALLBACKS = [was]
    clock.now += RETRY_DELAYS[0]
    assert deliver(clock, other.send) == 1
    settings.SECRET_KEY_FALLBACKS = []
    secret = of(hook).post(f"webhooks/{hook.pk}/rotate/").json()["secret"]
    hook.refresh_from_db()
    assert secret_of(hook) == secret
    game.do(c.LeaveSeat(3))
    assert deliver(clock, other.send) == 1


@pytest.mark.parametrize("change", [0, 40, 80, -1])
def test_a_sealed_secret_that_was_changed_is_none(change: int) -> None:
    sealed = encrypt("ab" * 32)
    assert decrypt(sealed) == "ab" * 32
    letters = list(sealed)
    letters[change] = "0" if letters[change] != "0" else "1"
    assert decrypt("".join(letters)) is None
