"""One bar of places on every page: the same order, what somebody may open and nothing else (S-012)."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from access.navigation import NAV_ITEMS, nav_items_for
from tables.models import Staff
from tests.floor_ui.conftest import Desk, _quick, desk, floor, game, room
from tests.tables.room import Small, staff

__all__ = ["_quick", "desk", "floor", "game", "room"]
pytestmark = pytest.mark.db
BAR = re.compile(r'<nav class="main-nav" aria-label="Main menu">(.*?)</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]*)"( aria-current="page")?>([^<]*?)\s*<')
ROLES = ("dealer", "desk", "surveillance", "supervisor", "manager")
BY_PASSWORD = ("rulebook", "settings", "audit")


def _of(staff: Staff) -> Client:
    """A browser that knows badge, PIN and password."""
    client = Client()
    client.force_login(staff.user, "django.contrib.auth.backends.ModelBackend")
    return client


def _bar(client: Client, address: str) -> list[tuple[str, bool, str]]:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, (address, answer.status_code)
    matches = BAR.findall(answer.content.decode())
    assert len(matches) == 1, address
    return [(unescape(to), bool(here), name) for to, here, name in LINK.findall(matches[0])]


@pytest.mark.parametrize("role", ROLES)
def test_every_place_of_the_bar_opens_and_has_the_same_bar(desk: Desk, role: str) -> None:
    one = staff(role, alias="Juniper", badge="777")
    client = _of(one)
    nav_items = nav_items_for(one.user)
    names = [place.name for place in nav_items]
    for place in nav_items:
        bar = _bar(client, place.get_url(desk.floor.game.table.room_id))
        assert [name for _, _, name in bar] == names, (role, place.key)
        assert [name for _, here, name in bar if here] == [place.name], (role, place.key)
    closed = [place for place in NAV_ITEMS if place not in nav_items]
    for place in closed:
        answer = client.get(place.get_url(None))
        assert answer.status_code in (302, 403), (role, place.key)
        if answer.status_code == 302:
            assert "sign-in" in answer["Location"], (role, place.key)


def test_who_sees_what(game: Small) -> None:
    keys = {
        role: {
            nav_item.key
            for nav_item in nav_items_for(staff(role, alias=role.title(), badge=f"88{number}").user)
        }
        for number, role in enumerate(ROLES)
    }
    assert keys["dealer"] == set()
    assert keys["desk"] == {"tables", "drop", "waitlist", "players"}
    assert keys["supervisor"] == keys["manager"] - {"audit", "rulebook", "settings"}
    assert keys["surveillance"] >= {"queue", "replay", "reports", "audit", "settings"}
    assert "waitlist" not in keys["surveillance"]
    assert keys["manager"] == {nav_item.key for nav_item in NAV_ITEMS}


def test_an_account_without_a_badge_gets_sentences(game: Small, admin_client: Client) -> None:
    bar = _bar(admin_client, reverse("manage:index"))
    assert [name for _, _, name in bar] == ["Rulebook", "Settings"]
    for place in NAV_ITEMS:
        answer = admin_client.get(place.get_url(None), follow=True)
        assert answer.status_code == 200, place.key
        if place.badge:
            assert "an account with no badge" in answer.content.decode(), place.key
