"""One navigation bar on every page: the same order, with only the permitted pages (S-012)."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from config.navigation import NAV_ITEMS
from staff.models import Staff
from tests.support.floor_fixtures import CallDesk, desk, floor, game, room
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff
from web.navigation import nav_items_for

__all__ = ["desk", "floor", "game", "room"]
pytestmark = pytest.mark.release_on_postgresql
NAV_BAR = re.compile(r'<nav class="main-nav" aria-label="Main menu">(.*?)</nav>', re.DOTALL)
NAV_LINK = re.compile(r'<a href="([^"]*)"( aria-current="page")?>([^<]*?)\s*<')
ROLES = ("dealer", "desk", "surveillance", "supervisor", "manager")


def _sign_in(staff: Staff) -> Client:
    """Return a client signed in with badge, PIN and password."""
    client = Client()
    client.force_login(staff.user, "django.contrib.auth.backends.ModelBackend")
    return client


def _nav_bar(client: Client, address: str) -> list[tuple[str, bool, str]]:
    response = client.get(address, follow=True)
    assert response.status_code == 200, (address, response.status_code)
    matches = NAV_BAR.findall(response.content.decode())
    assert len(matches) == 1, address
    return [
        (unescape(to), bool(is_current), name)
        for to, is_current, name in NAV_LINK.findall(matches[0])
    ]


@pytest.mark.parametrize("role", ROLES)
def test_every_nav_item_opens_with_the_same_navigation_bar(desk: CallDesk, role: str) -> None:
    staff_member = create_staff(role, alias="Juniper", badge="777")
    client = _sign_in(staff_member)
    nav_items = nav_items_for(staff_member.user)
    names = [nav_item.name for nav_item in nav_items]
    for nav_item in nav_items:
        bar = _nav_bar(client, nav_item.get_url(desk.floor.game.table.room_id))
        assert [name for _, _, name in bar] == names, (role, nav_item.key)
        assert [name for _, is_current, name in bar if is_current] == [nav_item.name], (
            role,
            nav_item.key,
        )
    closed_items = [nav_item for nav_item in NAV_ITEMS if nav_item not in nav_items]
    for nav_item in closed_items:
        response = client.get(nav_item.get_url(None))
        assert response.status_code in (302, 403), (role, nav_item.key)
        if response.status_code == 302:
            assert "sign-in" in response["Location"], (role, nav_item.key)


def test_each_role_sees_its_nav_items(game: TableDriver) -> None:
    keys = {
        role: {
            nav_item.key
            for nav_item in nav_items_for(
                create_staff(role, alias=role.title(), badge=f"88{number}").user
            )
        }
        for number, role in enumerate(ROLES)
    }
    assert keys["dealer"] == {"roster"}
    assert keys["desk"] == {
        "tables",
        "drop",
        "waitlist",
        "tournaments",
        "promotions",
        "hours",
        "players",
        "roster",
    }
    assert keys["supervisor"] == keys["manager"] - {"audit", "operations", "rulebook", "settings"}
    assert keys["surveillance"] >= {"queue", "replay", "reports", "audit", "settings"}
    assert "waitlist" not in keys["surveillance"]
    assert keys["manager"] == {nav_item.key for nav_item in NAV_ITEMS}


def test_account_without_badge_gets_messages(game: TableDriver, admin_client: Client) -> None:
    bar = _nav_bar(admin_client, reverse("manage:index"))
    assert [name for _, _, name in bar] == ["Health", "Rulebook", "Settings"]
    for nav_item in NAV_ITEMS:
        response = admin_client.get(nav_item.get_url(None), follow=True)
        assert response.status_code == 200, nav_item.key
        if nav_item.badge:
            assert "an account with no badge" in PageContent(response).text, nav_item.key
