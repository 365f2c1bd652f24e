"""One bar of places on every page: the same order, what somebody may open and nothing else (S-012)."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from access.places import PLACES, places_of
from tables.models import Staff
from tests.floor_ui.conftest import Desk, _quick, desk, floor, game, room
from tests.tables.room import Small, staff

__all__ = ["_quick", "desk", "floor", "game", "room"]
pytestmark = pytest.mark.db
BAR = re.compile(r'<nav class="places" aria-label="Places">(.*?)</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]*)"( aria-current="page")?>([^<]*?)\s*<')
ROLES = ("dealer", "desk", "surveillance", "supervisor", "manager")
BY_PASSWORD = ("rulebook", "settings", "audit")


def _of(one: Staff) -> Client:
    """A browser that knows badge, PIN and password."""
    client = Client()
    client.force_login(one.user, "django.contrib.auth.backends.ModelBackend")
    return client


def _bar(client: Client, address: str) -> list[tuple[str, bool, str]]:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, (address, answer.status_code)
    found = BAR.findall(answer.content.decode())
    assert len(found) == 1, address
    return [(unescape(to), bool(here), name) for to, here, name in LINK.findall(found[0])]


@pytest.mark.parametrize("role", ROLES)
def test_every_place_of_the_bar_opens_and_has_the_same_bar(desk: Desk, role: str) -> None:
    one = staff(role, alias="Juniper", badge="777")
    client = _of(one)
    mine = places_of(one.user)
    names = [place.name for place in mine]
    for place in mine:
        bar = _bar(client, place.address(desk.floor.game.table.room_id))
        assert [name for _, _, name in bar] == names, (role, place.key)
        assert [name for _, here, name in bar if here] == [place.name], (role, place.key)
    closed = [place for place in PLACES if place not in mine]
    for place in closed:
        answer = client.get(place.address(None))
        assert answer.status_code in (302, 403), (role, place.key)
        if answer.status_code == 302:
            assert "sign-in" in answer["Location"], (role, place.key)


def test_who_sees_what(game: Small) -> None:
    keys = {
        role: {
            one.key for one in places_of(staff(role, alias=role.title(), badge=f"88{number}").user)
        }
        for number, role in enumerate(ROLES)
    }
    assert keys["dealer"] == set()
    assert keys["desk"] == {"tables", "drop", "waitlist", "players"}
    assert keys["supervisor"] == keys["manager"] - {"audit", "rulebook", "settings"}
    assert keys["surveillance"] >= {"queue", "replay", "reports", "audit", "settings"}
    assert "waitlist" not in keys["surveillance"]
    assert keys["manager"] == {one.key for one in PLACES}


def test_an_account_without_a_badge_gets_sentences(game: Small, admin_client: Client) -> None:
    bar = _bar(admin_client, reverse("manage:index"))
    assert [name for _, _, name in bar] == ["Rulebook", "Settings"]
    for place in PLACES:
        answer = admin_client.get(place.address(None), follow=True)
        assert answer.status_code == 200, place.key
        if place.badge:
            assert "an account without a badge" in answer.content.decode(), place.key
