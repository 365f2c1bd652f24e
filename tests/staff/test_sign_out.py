"""Signing out on any page ends every sign-in of the browser and redirects to that area's sign-in."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from config.navigation import NAV_ITEMS
from staff.models import AuditEvent
from tests.support.law_examples import sampled
from tests.support.page_roles import PageContent
from tests.support.room import PIN
from tests.support.second_factor import sign_in_with_password
from tests.support.staff_fixtures import House

SIGN_OUT_FORM = re.compile(
    r'<form method="post" action="([^"]*)"><input type="hidden" name="csrf[^>]*><button[^>]*>Sign out<'
)
GUARDED_PAGES = (
    "floor:index",
    "incidents:index",
    "reports:definitions",
    "audit:search",
    "audit:access",
    "manage:index",
)
PAGE_HEADINGS = {
    "players": "<h1>Players</h1>",
    "replay": "Replay</h1>",
    "audit": "<h1>Who did what</h1>",
}


def _sign_in_twice(house: House) -> Client:
    """Return a client with a password session and a badge session."""
    client = sign_in_with_password("hornbeam")
    data = {"badge": house.people["manager"].badge, "pin": PIN}
    assert client.post(reverse("floor:sign-in"), data).status_code == 302
    return client


def _accessible_pages(client: Client) -> list[str]:
    """Return the guarded pages that the client can still open."""
    return [name for name in GUARDED_PAGES if client.get(reverse(name)).status_code == 200]


@pytest.mark.release_on_postgresql
def test_sign_out_on_any_page_ends_every_session(house: House) -> None:
    for nav_item in sampled(NAV_ITEMS, 2):
        client = _sign_in_twice(house)
        assert _accessible_pages(client) == list(GUARDED_PAGES)
        page = client.get(nav_item.get_url(None), follow=True).content.decode()
        addresses = set(SIGN_OUT_FORM.findall(page))  # under the name, and under More on a phone
        assert len(addresses) == 1, (nav_item.key, addresses)
        [sign_out_url] = addresses
        response = client.post(sign_out_url, follow=True)
        to = response.redirect_chain[-1][0]
        assert "sign-in" in to or to.startswith(reverse("manage:sign-in")), (nav_item.key, to)
        fields = PageContent(response).fields()
        assert "password" in [field.kind for field in fields], nav_item.key
        if nav_item.key in PAGE_HEADINGS:
            assert PAGE_HEADINGS[nav_item.key] in response.content.decode(), nav_item.key
        assert _accessible_pages(client) == [], nav_item.key
        verbs = list(AuditEvent.objects.order_by("-id").values_list("verb", flat=True)[:2])
        assert sorted(verbs) == ["floor_sign_out", "setup_sign_out"], nav_item.key


def test_admin_sign_out_ends_every_session(house: House) -> None:
    client = _sign_in_twice(house)
    response = client.post(reverse("admin:logout"), follow=True)
    assert response.redirect_chain[-1][0].startswith(reverse("manage:sign-in"))
    assert "Thanks" not in PageContent(response).text
    assert _accessible_pages(client) == []
    second_client = _sign_in_twice(house)
    assert second_client.get(reverse("admin:logout")).status_code == 302
    assert _accessible_pages(second_client)


def test_audit_log_has_a_separate_sign_in(house: House) -> None:
    client = Client()
    to = reverse("audit:search")
    response = PageContent(client.get(to, follow=True))
    assert "Who did what" in response.names("heading")
    statuses = [
        client.post(reverse("audit:sign-in"), {"badge": badge, "pin": pin}).status_code
        for badge, pin in (("105", "0000"), ("101", PIN))
    ]
    assert statuses == [403, 403]
    right = client.post(reverse("audit:sign-in"), {"badge": "105", "pin": PIN, "next": to})
    assert right["Location"] == to
    external_redirect = client.post(
        reverse("audit:sign-in"), {"badge": "105", "pin": PIN, "next": "//a.example"}
    )
    assert external_redirect["Location"] == to
