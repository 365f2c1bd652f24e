"""The kiosk: a browser that a manager authorized; it shows no data of the last person."""

import pytest
from django.test import Client

from players.models import Player
from tests.support.desk import KEY, Desk
from tests.support.page_roles import PageContent
from tests.support.room import PIN, create_staff
from waitlist.models import JoinRequest, WaitlistChange

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kiosk(desk: Desk) -> Client:
    """The tablet in the lobby."""
    create_staff("manager", alias="Hornbeam", badge="301")
    client = Client()
    client.post(f"/screen/{desk.room_id}/kiosk", {"badge": "301", "pin": PIN})
    return client


def check_in(desk: Desk, kiosk: Client, name: str, phone: str = "") -> PageContent:
    data = {"name": name, "phone": phone, "games": [KEY]}
    return PageContent(kiosk.post(f"/kiosk/{desk.room_id}", data))


def test_kiosk_puts_players_on_lists(desk: Desk, kiosk: Client) -> None:
    page = check_in(desk, kiosk, "Rusty Kazoo", "702 555 0142")
    assert "you are on the list" in page.text
    assert desk.names == ["Rusty Kazoo"]
    assert WaitlistChange.objects.get(name="Rusty Kazoo").by == "player.kiosk"
    assert "Rusty" not in kiosk.get(f"/kiosk/{desk.room_id}").content.decode()
    check_in(desk, kiosk, "Second Hat")
    assert desk.names == ["Rusty Kazoo", "Second Hat"], "one after the other, on one browser"


def test_name_on_file_waits_for_the_desk(desk: Desk, kiosk: Client) -> None:
    Player.objects.create(alias="Silver Kettle", phone="+17025550142")
    page = check_in(desk, kiosk, "Silver Kettle")
    assert "Please go to the desk" in page.text
    assert desk.names == []
    assert JoinRequest.objects.get().state == "waiting"


@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "surveillance"])
def test_only_a_manager_allows_a_kiosk(desk: Desk, role: str) -> None:
    create_staff(role, alias="Somebody", badge="777")
    client = Client()
    client.post(f"/screen/{desk.room_id}/kiosk", {"badge": "777", "pin": PIN})
    assert client.get(f"/kiosk/{desk.room_id}").status_code == 302
    answer = client.post(f"/kiosk/{desk.room_id}", {"name": "Hat", "games": KEY})
    assert answer.status_code == 302
    assert desk.names == []


def test_bad_input_stays_on_the_form(desk: Desk, kiosk: Client) -> None:
    page = check_in(desk, kiosk, "x" * 300)
    assert "40" in page.alert()
    assert not JoinRequest.objects.exists()


@pytest.mark.parametrize("path", ["kiosk/99999", "join/99999", "screen/99999/kiosk", "screen/1/x"])
def test_unknown_rooms_and_screens(desk: Desk, client: Client, path: str) -> None:
    assert client.get(f"/{path}").status_code == 404
