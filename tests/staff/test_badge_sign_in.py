"""The one sign-in with badge and PIN: tries left, the wait, and that unknown badges look the same."""

import pytest
from django.test import Client
from django.urls import reverse

from staff.pins import DELAY_FROM
from tests.support.page_roles import PageContent
from tests.support.staff_fixtures import House, game, house, room

__all__ = ["game", "house", "room"]
AREAS = {
    "floor": "Floor",
    "desk": "Waitlist",
    "incidents": "Incidents and sanctions",
    "reports": "Reports",
    "audit": "Who did what",
}


@pytest.mark.parametrize("area", AREAS)
def test_each_area_has_the_same_page(house: House, area: str) -> None:
    page = PageContent(Client().get(reverse(f"{area}:sign-in")))
    page.heading(AREAS[area])
    page.field("Badge")
    page.button("Sign in")
    assert page.link("Home page").href == "/?home"
    assert "Small room" in page.text


@pytest.mark.parametrize("badge", ["101", "987654321"])
@pytest.mark.parametrize("area", AREAS)
def test_a_wrong_pin_says_the_tries_left_then_the_wait(house: House, area: str, badge: str) -> None:
    """A badge that nobody has gets the same answers as one with another PIN."""
    client = Client()
    url = reverse(f"{area}:sign-in")
    for left in range(DELAY_FROM - 1, 0, -1):
        response = client.post(url, {"badge": badge, "pin": "0000"})
        assert response.status_code == 403
        page = PageContent(response)
        word = "try" if left == 1 else "tries"
        assert page.alert() == f"That PIN doesn't match this badge. {left} {word} left."
        assert page.field("Badge").value == badge
        assert page.field("PIN, 4 to 8 digits").value == ""
    response = client.post(url, {"badge": badge, "pin": "0000"})
    assert response.status_code == 429
    assert "Wait 30 seconds, or ask a manager" in PageContent(response).alert()
    assert 'data-wait="30"' in response.content.decode()
    again = client.post(url, {"badge": badge, "pin": "0000"})
    assert again.status_code == 429
    assert "Wait" in PageContent(again).alert()


def test_tries_of_an_unknown_badge_are_counted_where_they_are_made(house: House) -> None:
    url = reverse("floor:sign-in")
    for _ in range(DELAY_FROM):
        Client(REMOTE_ADDR="10.0.0.7").post(url, {"badge": "987654321", "pin": "0000"})
    other = Client(REMOTE_ADDR="10.0.0.8").post(url, {"badge": "987654321", "pin": "0000"})
    assert "4 tries left" in PageContent(other).alert()


@pytest.mark.parametrize(
    ("badge", "pin"),
    [("", ""), ("x" * 300, "0"), ("\u0661\u0660\u0661", "2580"), ("🂡", "🂡"), ("101", "2" * 300)],
)
def test_hostile_input_is_a_wrong_badge(house: House, badge: str, pin: str) -> None:
    response = Client().post(reverse("desk:sign-in"), {"badge": badge, "pin": pin})
    assert response.status_code == 403
    assert len(PageContent(response).field("Badge").value) <= 10
