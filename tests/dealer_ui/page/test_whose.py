"""What the page knows of whose taps it sends."""

import json
import re
from typing import Any

from django.test import Client

from dealer_ui.auth import COOKIE
from tables.dealer_sign_in import dealer_push
from tables.models import Device
from tests.tables.room import Small, paired, staff


def whose(client: Client) -> dict[str, Any]:
    """The element that `text.js` reads."""
    match = re.search(
        r'<script id="owner"[^>]*>(.*?)</script>', client.get("/tablet/").content.decode()
    )
    assert match
    body: dict[str, Any] = json.loads(match[1])
    return body


def tablet(room: Small) -> tuple[Client, Device]:
    device, token = paired(room.table, "Tablet")
    client = Client()
    client.cookies[COOKIE] = token
    return client, device


def test_a_browser_that_is_no_tablet_has_no_memory_of_taps() -> None:
    assert whose(Client()) == {"queue": "", "dealer": "", "name": "", "supervises": False}


def test_the_memory_is_named_by_tablet_and_table(game: Small) -> None:
    client, device = tablet(game)
    data = whose(client)
    assert data["queue"] == f"floorbook.{device.pk}.{game.table.pk}"
    assert data["dealer"] == ""


def test_a_tap_belongs_to_who_is_signed_in(game: Small) -> None:
    client, device = tablet(game)
    wren = staff("dealer", alias="Wren", badge="101")
    dealer_push(device=device, staff=wren, now=game.now)
    data = whose(client)
    assert (data["dealer"], data["name"], data["supervises"]) == (wren.key, "Wren", False)
    finch = staff("supervisor", alias="Finch", badge="102")
    dealer_push(device=device, staff=finch, now=game.now)
    data = whose(client)
    assert (data["dealer"], data["name"], data["supervises"]) == (finch.key, "Finch", True)
