"""The hidden list of calls with which an open page of the floor rings, whichever page it is."""

import pytest
from django.test import Client
from django.urls import reverse

from staff.models import Room
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.room import create_staff

PAGES = (
    "floor:index",
    "floor:map",
    "lineup:dealers",
    "lineup:sections",
    "floor:forecast",
    "floor:tables",
    "drop:index",
    "floor:phone",
)


def ringing_calls(client: Client, page: str, room: Room) -> int:
    """Return how often a page of a room names a call that rings."""
    answer = client.get(reverse(page), {"room": room.pk})
    assert answer.status_code == 200
    return answer.content.decode().count("data-call=")


@pytest.mark.parametrize("page", PAGES)
def test_each_page_rings_once_for_a_call_of_its_room_and_of_others(
    desk: CallDesk, page: str
) -> None:
    client = desk.client("supervisor")
    assert ringing_calls(client, page, desk.call.room) == 1
    assert ringing_calls(client, page, Room.objects.create(name="Other room")) == 1


@pytest.mark.parametrize("page", PAGES)
def test_calls_of_a_room_where_someone_does_not_work_stay_silent(desk: CallDesk, page: str) -> None:
    other = Room.objects.create(name="Other room")
    create_staff("supervisor", alias="Elm", badge="777", rooms=[other])
    assert ringing_calls(sign_in_client("777"), page, other) == 0


def test_a_table_page_of_the_desk_rings_for_no_call(desk: CallDesk) -> None:
    page = desk.client("desk").get(reverse("floor:tables")).content.decode()
    assert "data-call=" not in page
    assert 'id="waiting"' not in page


def test_who_may_answer_confirms_a_call_that_rings(desk: CallDesk) -> None:
    address = desk.call_url("delivered")
    for role, confirms in (("supervisor", True), ("surveillance", False)):
        page = desk.client(role).get(reverse("lineup:dealers")).content.decode()
        assert (address in page) is confirms
