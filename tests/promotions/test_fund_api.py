"""Funds in the API, and their webhooks: no player is named."""

import json

import pytest

from outbox.webhooks.event_types import KINDS
from outbox.webhooks.models import Webhook, WebhookDelivery
from promotions.rules import fund_commands as c
from staff.integrations import integration_make
from staff.models import Room
from tests.support.api_fixtures import ApiClient, CreateClient, create_client
from tests.support.fund_room import FundRoom

__all__ = ["create_client"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def funds(db: None) -> FundRoom:
    room = FundRoom()
    room.open_table()
    return room


@pytest.fixture
def client(funds: FundRoom, create_client: CreateClient) -> ApiClient:
    return create_client("supervisor", "funds:read")


def test_fund_days_and_hits(funds: FundRoom, client: ApiClient) -> None:
    version = funds.publish()
    funds.play_hand()
    funds.record_days()
    funds.fill(10_000)
    hit = funds.verify(funds.claim(version))
    funds.send(c.Pay(hit.number, 1, "cash"), "desk")
    fund = client.get(f"funds/{funds.fund.pk}/").json()
    assert (fund["primary"], fund["paid"], fund["due"]) == (0, 1250, 8750)
    came_in = fund["brought"] + fund["counted"] + fund["received"] + fund["owed"]
    places = ("unposted", "primary", "secondary", "reserve", "due", "held", "paid", "sent")
    assert came_in == sum(fund[place] for place in places)
    days = client.get(f"funds/{funds.fund.pk}/days/").json()["days"]
    assert days[0]["logged"] == 100
    [row] = client.get(f"funds/{funds.fund.pk}/hits/").json()["hits"]
    assert row["shares"][0] == {
        "seat": 1,
        "part": "other",
        "amount": 1250,
        "status": "paid",
        "form": "cash",
        "slip": 1,
    }
    assert len(client.get("funds/").json()["items"]) == 1


def test_client_of_another_room_sees_no_fund(funds: FundRoom, create_client: CreateClient) -> None:
    other = create_client("supervisor", "funds:read", room=Room.objects.create(name="Other room"))
    assert other.get(f"funds/{funds.fund.pk}/").status_code == 404
    assert other.get("funds/").json()["items"] == []


def test_webhooks_have_amounts_and_no_player(funds: FundRoom) -> None:
    integration = integration_make(
        name="display",
        role="manager",
        scopes=["funds:read"],
        room=None,
        by=None,
        now=funds.now,
    )
    Webhook.objects.create(
        integration=integration,
        url="https://display.example/",
        events=[name for name in KINDS if name.startswith("fund.")],
        secret="",
        made_at=funds.now,
    )
    version = funds.publish()
    funds.fill(10_000)
    hit = funds.verify(funds.claim(version))
    funds.send(c.Pay(hit.number, 1, "cash"), "desk")
    rows = [json.loads(row.body) for row in WebhookDelivery.objects.order_by("pk")]
    assert [row["event"] for row in rows] == ["fund.posted", "fund.hit", "fund.paid"]
    assert (rows[0]["primary"], rows[1]["amount"], rows[2]["slip"]) == (10_000, 10_000, 1)
    assert not any("player" in row.body for row in WebhookDelivery.objects.all())
