"""The home page: six areas by role, the area that a browser opens by itself, tablets, an empty room."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dealer_ui.auth import COOKIE as DEVICE
from manage_ui.home.areas import AREAS
from manage_ui.home.views import COOKIE
from staff.models import Room
from tests.support.floor_fixtures import CallDesk, desk, floor, game, room
from tests.support.page_roles import Link, PageContent
from tests.support.room import PIN, create_staff, pair_device

__all__ = ["desk", "floor", "game", "room"]
TITLES = [area.title for area in AREAS]
LONGEST_NAME = 80  # characters of a room's name


def _areas(client: Client, address: str = "/") -> dict[str, Link]:
    """Return the six areas by title, in a browser that shows them."""
    response = client.get(address)
    assert response.status_code == 200
    links = PageContent(response).links()
    areas = {link.text.split(".")[0]: link for link in links}
    cards = {
        title: link for title in TITLES for text, link in areas.items() if text.startswith(title)
    }
    assert list(cards) == TITLES
    return cards


def _by_password(role: str = "manager") -> Client:
    staff = create_staff(role, alias="Yew", badge="777")
    client = Client()
    client.force_login(staff.user, "django.contrib.auth.backends.ModelBackend")
    return client


def test_a_stranger_sees_six_areas_and_how_one_gets_in(desk: CallDesk) -> None:
    areas = _areas(Client())
    assert "Pair with a code" in areas["Table tablet"].text
    assert "Badge and PIN" in areas["Floor"].text
    assert "No sign-in" in areas["Public board"].text
    assert "Password, managers only" in areas["Settings"].text
    text = " ".join(area.text for area in areas.values())
    assert "waits" not in text, "how the room does is for its staff"
    assert "until" not in text


def test_a_supervisor_sees_who_until_when_and_what_waits(desk: CallDesk) -> None:
    areas = _areas(desk.client("supervisor"))
    assert "1 call waits" in areas["Floor"].text
    for title in ("Floor", "Desk", "Manager"):
        assert "Oak, until" in areas[title].text
    assert "0 waiting" in areas["Desk"].text
    assert "managers only" in areas["Settings"].text


@pytest.mark.parametrize("role", ["desk", "surveillance", "supervisor", "manager"])
def test_every_area_that_looks_open_opens(desk: CallDesk, role: str) -> None:
    client = desk.client(role)
    for title, area in _areas(client).items():
        if "until" in area.text:
            response = client.get(area.href, follow=True)
            assert response.status_code == 200, (title, role)
            assert "sign-in" not in response.request["PATH_INFO"], (title, role)


def test_settings_open_by_password_alone(desk: CallDesk) -> None:
    assert "managers only" in _areas(desk.client("manager"))["Settings"].text
    areas = _areas(_by_password())
    assert "Yew, until" in areas["Settings"].text
    assert "0 of 1 table with a tablet" in areas["Settings"].text


def test_the_manager_area_leads_a_stranger_to_the_password(desk: CallDesk) -> None:
    area = _areas(Client())["Manager"]
    assert area.href.startswith(reverse("manage:sign-in"))
    assert "next=%2Freports%2F" in area.href


def test_a_browser_opens_its_area_by_itself_and_the_mark_leads_back(desk: CallDesk) -> None:
    client = desk.client("supervisor")
    response = client.post(reverse("home:choose"), {"area": "floor"})
    assert response["Location"] == "/?home"
    cookie = response.cookies[COOKIE]
    assert cookie["httponly"]
    assert client.get("/")["Location"] == reverse("floor:index")
    assert client.get("/", headers={"Referer": "http://testserver/floor/"}).status_code == 200
    foreign = client.get("/", headers={"Referer": "http://testserver.example/"})
    assert foreign["Location"] == reverse("floor:index")
    page = PageContent(client.get("/?home"))
    assert "This browser opens Floor by itself." in page.text
    client.post(reverse("home:choose"), {"area": ""})
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("area", ["", "floor; x", "/admin/", "床", "x" * 5000])
def test_an_unknown_area_is_none(desk: CallDesk, area: str) -> None:
    client = Client()
    assert client.post(reverse("home:choose"), {"area": area})["Location"] == "/?home"
    client.cookies[COOKIE] = "nowhere"
    assert client.get("/").status_code == 200


def test_the_area_needs_a_token_of_its_form(desk: CallDesk) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("home:choose"), {"area": "floor"}).status_code == 403
    assert client.get(reverse("home:choose")).status_code == 405


def test_a_paired_tablet_always_opens_its_table(desk: CallDesk) -> None:
    client = Client()
    client.cookies[DEVICE] = pair_device(desk.floor.game.table)[1]
    client.cookies[COOKIE] = "floor"
    for address in ("/", "/?home"):
        assert client.get(address)["Location"] == reverse("tablet")


def test_rooms_by_name_and_none_of_another_house(desk: CallDesk) -> None:
    other = Room.objects.create(name="صالة اللعب الكبيرة 大撲克室 🂡 ".ljust(LONGEST_NAME, "x"))
    PageContent(Client().get("/")).heading("Floorbook")
    client = desk.client("supervisor")
    page = PageContent(client.get(f"/?home&room={other.pk}"))
    page.heading(other.name)
    assert {choice.text for choice in page.links()} >= {"Small room", other.name}
    area = _areas(client, f"/?home&room={other.pk}")["Desk"]
    assert area.href == reverse("desk:room", args=[other.pk])
    apart = create_staff("desk", alias="Umber", badge="601", rooms=[other])
    client = Client()
    client.post(reverse("desk:sign-in"), {"badge": apart.badge, "pin": PIN})
    page = PageContent(client.get(f"/?home&room={desk.floor.game.table.room_id}"))
    page.heading(other.name)


def test_looking_at_the_areas_is_no_use_of_a_session(desk: CallDesk) -> None:
    client = desk.client("supervisor")
    session = client.session
    seen = session["floor.seen"] = "2026-11-21T10:00:00+00:00"
    session["floor.since"] = timezone.now().isoformat()
    session["floor.limits"] = [10**9, 10**9]
    session.save()
    client.get("/", headers={"X-Background": "1"})
    assert client.session["floor.seen"] == seen
    client.get("/")
    assert client.session["floor.seen"] != seen
