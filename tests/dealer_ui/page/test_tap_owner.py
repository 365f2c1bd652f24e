"""What the page knows about the owner of its taps."""

import json
import re
from typing import Any

from django.test import Client
from django.utils import timezone

from dealer_ui.auth import COOKIE
from tables.dealer_sign_in import dealer_push
from tables.models import Device
from tests.support.room import TableDriver, create_staff, pair_device


def tap_owner_element(client: Client) -> dict[str, Any]:
    """Return the element that `text.js` reads."""
    match = re.search(
        r'<script id="owner"[^>]*>(.*?)</script>', client.get("/tablet/").content.decode()
    )
    assert match
    body: dict[str, Any] = json.loads(match[1])
    return body


def create_tablet(room: TableDriver) -> tuple[Client, Device]:
    device, token = pair_device(room.table, "Tablet")
    client = Client()
    client.cookies[COOKIE] = token
    return client, device


def test_unpaired_browser_has_no_tap_store(room: TableDriver) -> None:
    assert tap_owner_element(Client()) == {
        "queue": "",
        "dealer": "",
        "badge": "",
        "name": "",
        "supervises": False,
        "returns_in": 0,
        "at": 0,
    }


def test_tap_store_is_named_by_tablet_and_table(game: TableDriver) -> None:
    client, device = create_tablet(game)
    data = tap_owner_element(client)
    assert data["queue"] == f"floorbook.{device.pk}.{game.table.pk}"
    assert data["dealer"] == ""


def test_tap_belongs_to_the_signed_in_dealer(game: TableDriver) -> None:
    client, device = create_tablet(game)
    wren = create_staff("dealer", alias="Wren", badge="101")
    dealer_push(device=device, staff=wren, now=game.now)
    data = tap_owner_element(client)
    assert (data["dealer"], data["name"], data["supervises"]) == (wren.key, "Wren", False)
    finch = create_staff("supervisor", alias="Finch", badge="102")
    dealer_push(device=device, staff=finch, now=timezone.now())
    data = tap_owner_element(client)
    assert (data["dealer"], data["name"], data["supervises"]) == (finch.key, "Finch", True)
