"""What the page knows of whose taps it sends."""

import json
import re
from typing import Any

from django.test import Client

from dealer_ui.auth import COOKIE
from tables.models import Device
from tables.signin import dealer_push
from tests.tables.room import Small, paired, staff


def whose(client: Client) -> dict[str, Any]:
    """The element that `text.js` reads."""
    found = re.search(
        r'<script id="whose"[^>]*>(.*?)</script>', client.get("/tablet/").content.decode()
    )
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def tablet(room: Small) -> tuple[Client, Device]:
    device, token = paired(room.table, "Tablet")
    client = Client()
    client.cookies[COOKIE] = token
    return client, device


def test_a_browser_that_is_no_tablet_has_no_memory_of_taps() -> None:
    assert whose(Client()) == {"queue": "", "dealer": "", "name": "", "supervises": False}


def test_the_memory_is_named_by_tablet_and_table(game: Small) -> None:
    client, device = tablet(game)
    told = whose(client)
    assert told["queue"] == f"floorbook.{device.pk}.{game.table.pk}"
    assert told["dealer"] == ""


def test_a_tap_belongs_to_who_is_signed_in(game: Small) -> None:
    client, device = tablet(game)
    wren = staff("dealer", alias="Wren", badge="101")
    dealer_push(device=device, staff=wren, now=game.now)
    told = whose(client)
    assert (told["dealer"], told["name"], told["supervises"]) == (wren.key, "Wren", False)
    finch = staff("supervisor", alias="Finch", badge="102")
    dealer_push(device=device, staff=finch, now=game.now)
    told = whose(client)
    assert (told["dealer"], told["name"], told["supervises"]) == (finch.key, "Finch", True)
