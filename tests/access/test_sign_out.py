"""One Sign out on every page: it ends whatever signs this browser in, and leads to that place's sign-in."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from access.navigation import NAV_ITEMS
from audit.models import Act
from tests.access.conftest import House
from tests.access.test_second_factor_gate import by_password
from tests.tables.room import PIN

pytestmark = pytest.mark.db
FORM = re.compile(r'<form method="post" class="who" action="([^"]*)"')
GUARDED = (
    "floor:index",
    "incidents:index",
    "reports:definitions",
    "audit:search",
    "audit:access",
    "manage:index",
)
HEADS = {"players": "<h1>Players</h1>", "replay": "Replay</h1>", "audit": "<h1>Who did what</h1>"}


def _by_both(house: House) -> Client:
    """A browser with a password session and, over it, badge and PIN."""
    client = by_password("hornbeam")
    data = {"badge": house.people["manager"].badge, "pin": PIN}
    assert client.post(reverse("floor:sign-in"), data).status_code == 302
    return client


def _open(client: Client) -> list[str]:
    """Those of every kind of guard that still know somebody."""
    return [name for name in GUARDED if client.get(reverse(name)).status_code == 200]


def test_who_signs_out_anywhere_is_signed_out_everywhere(house: House) -> None:
    for place in NAV_ITEMS:
        client = _by_both(house)
        assert _open(client) == list(GUARDED)
        (out,) = FORM.findall(client.get(place.get_url(None), follow=True).content.decode())
        answer = client.post(out, follow=True)
        to = answer.redirect_chain[-1][0]
        assert "sign-in" in to or to.startswith(reverse("admin:login")), (place.key, to)
        assert 'type="password"' in answer.content.decode(), place.key
        if place.key in HEADS:
            assert HEADS[place.key] in answer.content.decode(), place.key
        assert _open(client) == [], place.key
        verbs = list(Act.objects.order_by("-id").values_list("verb", flat=True)[:2])
        assert sorted(verbs) == ["floor_sign_out", "setup_sign_out"], place.key


def test_the_set_up_pages_lead_to_the_sign_in_too(house: House) -> None:
    client = _by_both(house)
    answer = client.post(reverse("admin:logout"), follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("admin:login"))
    assert "Thanks" not in answer.content.decode()
    assert _open(client) == []
    stays = _by_both(house)
    assert stays.get(reverse("admin:logout")).status_code == 302
    assert _open(stays)


def test_the_audit_has_a_door_of_its_own(house: House) -> None:
    client, to = Client(), reverse("audit:search")
    response = client.get(to, follow=True)
    assert "<h1>Who did what</h1>" in response.content.decode()
    told = [
        client.post(reverse("audit:sign-in"), {"badge": badge, "pin": pin}).status_code
        for badge, pin in (("105", "0000"), ("101", PIN))
    ]
    assert told == [403, 403]
    right = client.post(reverse("audit:sign-in"), {"badge": "105", "pin": PIN, "next": to})
    assert right["Location"] == to
    away = client.post(
        reverse("audit:sign-in"), {"badge": "105", "pin": PIN, "next": "//a.example"}
    )
    assert away["Location"] == to
