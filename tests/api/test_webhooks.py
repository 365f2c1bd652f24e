"""Webhooks: written in the transaction of the event, without names, for one integration only."""

import json
from typing import Any

import pytest
from django.db import transaction

from api.schemas.webhooks import EventName
from outbox.webhooks.event_types import KINDS
from outbox.webhooks.models import Webhook, WebhookDelivery
from poker import commands as c
from staff.models import Room
from tables.actions import execute_inside_transaction
from tests.api.webhook_receiver import URL, webhook_client
from tests.support.api_fixtures import CreateClient
from tests.support.api_house import House, create_house
from tests.support.room import TableDriver


def delivery_bodies() -> list[dict[str, Any]]:
    return [json.loads(delivery.body) for delivery in WebhookDelivery.objects.order_by("pk")]


def delivery_events() -> list[str]:
    return [body["event"] for body in delivery_bodies()]


def test_every_event_has_an_event_type() -> None:
    assert list(KINDS) == list(EventName.__args__)  # type: ignore[attr-defined]


def test_table_events_create_deliveries(game: TableDriver, webhook: Webhook) -> None:
    game.execute(c.Deal())
    assert delivery_events() == []
    game.execute(c.AwardPot((2,)))
    game.execute(c.Undo())
    game.execute(c.AwardPot((2,)))
    game.execute(c.LeaveSeat(4))
    assert delivery_events() == ["hand.finished", "hand.reopened", "hand.finished", "seat.open"]
    first, *_, left = delivery_bodies()
    assert (first["hand"], first["table"]["name"], first["room"]["name"]) == (1, "T1", "Small room")
    assert (left["seat"], left["seq"]) == (4, game.seq)
    game.seat_players(4)
    game.execute(c.Undo())
    assert delivery_events()[-1] == "seat.open"


def test_new_name_and_seats_of_a_table_are_delivered(game: TableDriver, webhook: Webhook) -> None:
    game.execute(c.RenameTable("Main 1"))
    game.execute(c.SetSeatCount(10))
    assert delivery_events() == ["table.changed", "table.changed"]
    renamed, resized = delivery_bodies()
    assert (renamed["table"], renamed["seats"]) == ({"id": game.table.pk, "name": "Main 1"}, 9)
    assert resized["seats"] == 10


def test_undo_reopens_a_hand_that_ended_without_an_award(
    game: TableDriver, webhook: Webhook
) -> None:
    game.execute(c.Deal())
    game.execute(c.NextHand())
    game.execute(c.Undo())
    assert delivery_events() == ["hand.finished", "hand.reopened"]


def test_ruling_and_waitlist_deliveries_contain_no_names(
    game: TableDriver, webhook: Webhook
) -> None:
    create_house(game)
    webhook_bodies = delivery_bodies()
    [ruling] = [item for item in webhook_bodies if item["event"] == "ruling.final"]
    assert (ruling["key"], ruling["decision"], ruling["hand"]) == ("premature_turn", "accepted", 1)
    changes = [item["changes"] for item in webhook_bodies if item["event"] == "list.changed"]
    assert changes == [["line.opened"], ["name.added"], ["name.added"]]
    all_text = json.dumps(webhook_bodies)
    for name in ("Pebble", "Kettle", "Anvil", "Wren", "Oak", "staff."):
        assert name not in all_text


@pytest.mark.django_db(transaction=True)
def test_rolled_back_event_is_not_delivered(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    game: TableDriver = request.getfixturevalue("game")
    request.getfixturevalue("webhook")
    game.execute(c.Deal())
    game.execute(c.AwardPot((2,)))
    assert delivery_events() == ["hand.finished"]
    with transaction.atomic():
        execute_inside_transaction(
            table_id=game.table.pk,
            command_id="gone",
            seen=None,
            command=c.LeaveSeat(4),
            actor="system.test",
            now=game.now,
        )
        assert WebhookDelivery.objects.count() == 2
        transaction.set_rollback(True)
    assert WebhookDelivery.objects.count() == 1


def test_webhook_gets_only_its_events_of_its_room_and_scopes(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("manager", name="all-of-it")
    room_client = create_client(
        "manager", room=Room.objects.create(name="Other room"), name="elsewhere"
    )
    for authorized_client in (api_client, room_client):
        assert (
            authorized_client.post(
                "webhooks/", {"url": URL, "events": ["hand.finished"]}
            ).status_code
            == 201
        )
    game.execute(c.Deal())
    game.execute(c.AwardPot((2,)))
    game.execute(c.LeaveSeat(4))
    assert [
        (delivery.event, delivery.hook.integration.name)
        for delivery in WebhookDelivery.objects.all()
    ] == [("hand.finished", "all-of-it")]
    api_client.integration.scopes = ["webhooks:manage"]
    api_client.integration.save()
    game.execute(c.Deal())
    game.execute(c.AwardPot((2,)))
    assert WebhookDelivery.objects.count() == 1
    limited_client = create_client("manager", "webhooks:manage", name="bare")
    denied = limited_client.post("webhooks/", {"url": URL, "events": ["ruling.final"]})
    assert (denied.status_code, denied.json()["facts"]) == (403, {"scope": "rulings:read"})


def test_foreign_webhook_is_not_found(
    house: House, webhook: Webhook, create_client: CreateClient
) -> None:
    api_client = create_client("manager")
    at = f"webhooks/{webhook.pk}/"
    house.game.execute(c.CallFloor())
    assert api_client.get("webhooks/").json()["items"] == []
    assert api_client.get(at).status_code == 404
    assert api_client.get(f"{at}deliveries/").status_code == 404
    assert api_client.post(f"{at}rotate/").status_code == 404
    assert api_client.delete(at).status_code == 404
    owner = webhook_client(webhook)
    assert owner.delete(at).status_code == 204
    assert Webhook.objects.count() == WebhookDelivery.objects.count() == 0


def test_webhook_limit_and_unknown_events_are_refused(webhook: Webhook) -> None:
    api_client = webhook_client(webhook)
    body = {"url": URL, "events": ["seat.open"]}
    for _ in range(9):
        assert api_client.post("webhooks/", body).status_code == 201
    assert api_client.post("webhooks/", body).json()["code"] == "hook_many"
    assert api_client.post("webhooks/", body | {"events": ["hand.dealt"]}).status_code == 400
    assert api_client.post("webhooks/", body | {"events": []}).status_code == 400
