"""Webhooks: written in the transaction of what they tell, without anybody's name; of one program only."""

import json
from typing import Any

import pytest
from django.db import transaction

from api.models import Delivery, Hook
from api.schemas.webhooks import EventName
from api.webhooks.event_types import KINDS
from poker import commands as c
from tables.actions import execute_inside_transaction
from tables.models import Room
from tests.api.conftest import Make
from tests.api.hooking import URL, of
from tests.api.house import House, house_of
from tests.tables.room import Small

pytestmark = pytest.mark.db


def bodies() -> list[dict[str, Any]]:
    return [json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk")]


def events() -> list[str]:
    return [body["event"] for body in bodies()]


def test_every_event_has_a_kind() -> None:
    assert list(KINDS) == list(EventName.__args__)  # type: ignore[attr-defined]


def test_what_happens_at_a_table_is_written_down_with_it(game: Small, hook: Hook) -> None:
    game.do(c.Deal())
    assert events() == []
    game.do(c.AwardPot((2,)))
    game.do(c.Undo())
    game.do(c.AwardPot((2,)))
    game.do(c.LeaveSeat(4))
    assert events() == ["hand.finished", "hand.reopened", "hand.finished", "seat.open"]
    first, *_, left = bodies()
    assert (first["hand"], first["table"]["name"], first["room"]["name"]) == (1, "T1", "Small room")
    assert (left["seat"], left["seq"]) == (4, game.seq)
    game.sit(4)
    game.do(c.Undo())
    assert events()[-1] == "seat.open"


def test_a_hand_that_was_ended_without_an_award_is_on_again(game: Small, hook: Hook) -> None:
    game.do(c.Deal())
    game.do(c.NextHand())
    game.do(c.Undo())
    assert events() == ["hand.finished", "hand.reopened"]


def test_a_ruling_and_lists_are_told_and_nobody_is_named(game: Small, hook: Hook) -> None:
    house_of(game)
    told = bodies()
    [ruling] = [item for item in told if item["event"] == "ruling.final"]
    assert (ruling["key"], ruling["decision"], ruling["hand"]) == ("premature_turn", "accepted", 1)
    changes = [item["changes"] for item in told if item["event"] == "list.changed"]
    assert changes == [["line.opened"], ["name.added"], ["name.added"]]
    whole = json.dumps(told)
    for name in ("Pebble", "Kettle", "Anvil", "Wren", "Oak", "staff."):
        assert name not in whole


@pytest.mark.django_db(transaction=True)
def test_what_did_not_happen_is_not_told(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    game: Small = request.getfixturevalue("game")
    request.getfixturevalue("hook")
    game.do(c.Deal())
    game.do(c.AwardPot((2,)))
    assert events() == ["hand.finished"]
    with transaction.atomic():
        execute_inside_transaction(
            table_id=game.table.pk,
            command_id="gone",
            seen=None,
            command=c.LeaveSeat(4),
            actor="system.test",
            now=game.now,
        )
        assert Delivery.objects.count() == 2
        transaction.set_rollback(True)
    assert Delivery.objects.count() == 1


def test_only_what_was_asked_for_of_its_room_and_within_its_scopes(
    game: Small, program: Make
) -> None:
    asks = program("manager", name="all-of-it")
    other = program("manager", room=Room.objects.create(name="Other room"), name="elsewhere")
    for one in (asks, other):
        assert one.post("webhooks/", {"url": URL, "events": ["hand.finished"]}).status_code == 201
    game.do(c.Deal())
    game.do(c.AwardPot((2,)))
    game.do(c.LeaveSeat(4))
    assert [
        (delivery.event, delivery.hook.integration.name) for delivery in Delivery.objects.all()
    ] == [("hand.finished", "all-of-it")]
    asks.integration.scopes = ["webhooks:manage"]
    asks.integration.save()
    game.do(c.Deal())
    game.do(c.AwardPot((2,)))
    assert Delivery.objects.count() == 1
    bare = program("manager", "webhooks:manage", name="bare")
    refused = bare.post("webhooks/", {"url": URL, "events": ["ruling.final"]})
    assert (refused.status_code, refused.json()["facts"]) == (403, {"scope": "rulings:read"})


def test_another_programs_address_is_none(house: House, hook: Hook, program: Make) -> None:
    asks, at = program("manager"), f"webhooks/{hook.pk}/"
    house.game.do(c.CallFloor())
    assert asks.get("webhooks/").json()["items"] == []
    assert asks.get(at).status_code == 404
    assert asks.get(f"{at}deliveries/").status_code == 404
    assert asks.post(f"{at}rotate/").status_code == 404
    assert asks.delete(at).status_code == 404
    mine = of(hook)
    assert mine.delete(at).status_code == 204
    assert Hook.objects.count() == Delivery.objects.count() == 0


def test_ten_addresses_and_unknown_events(hook: Hook) -> None:
    asks = of(hook)
    body = {"url": URL, "events": ["seat.open"]}
    for _ in range(9):
        assert asks.post("webhooks/", body).status_code == 201
    assert asks.post("webhooks/", body).json()["code"] == "hook_many"
    assert asks.post("webhooks/", body | {"events": ["hand.dealt"]}).status_code == 400
    assert asks.post("webhooks/", body | {"events": []}).status_code == 400
