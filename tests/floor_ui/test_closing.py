"""Closing a table with everyone leaving, and a room with its checklist."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from poker.commands import Deal
from tables.models import Table
from tests.support.desk import Desk, create_desk
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import create_staff
from tests.support.room_fixture import build_or_restore
from waitlist.actions import load_waitlists

pytestmark = pytest.mark.django_db(transaction=True)
BADGES = {"supervisor": "201", "desk": "401"}


@pytest.fixture
def desk() -> Desk:
    return build_or_restore(_staffed_desk)


def _staffed_desk() -> Desk:
    for role, badge in BADGES.items():
        create_staff(role, alias=role.title(), badge=badge)
    return create_desk()


@pytest.fixture
def rowan_client(desk: Desk) -> Client:
    return sign_in_client(BADGES["supervisor"])


@pytest.fixture
def desk_client(desk: Desk) -> Client:
    return sign_in_client(BADGES["desk"])


def close(client: Client, desk: Desk) -> PageContent:
    """Return the checklist after the room was closed with one tap."""
    url = reverse("floor:closing-close", args=[desk.room_id])
    return PageContent(client.post(url, {"command": str(uuid4())}, follow=True))


def names(desk: Desk) -> list[str]:
    """Return everyone on a list of the room."""
    lists = load_waitlists(desk.room_id)
    return [entry.name for waitlist in lists.lists for entry in waitlist.entries]


def checklist(client: Client) -> PageContent:
    return PageContent(client.get(reverse("floor:closing")))


def test_everyone_leaves_as_the_table_closes(desk: Desk, rowan_client: Client) -> None:
    """One act: each player leaves by an event of the log, then the table closes."""
    url = reverse("floor:table-act", args=["T1", "close"])
    data = {"command": str(uuid4()), "reason": "Room closing", "everyone": "yes"}
    answer = rowan_client.post(url, data)
    assert answer.status_code == 302, PageContent(answer).alert()
    view = Table.objects.get(name="T1").view
    assert not view.table.open
    assert not any(seat.player for seat in view.seats)
    page = PageContent(rowan_client.get(reverse("floor:table", args=["T1"])))
    assert "Room closing" in page.text


def test_table_with_players_stays_open_unless_they_leave(desk: Desk, rowan_client: Client) -> None:
    url = reverse("floor:table-act", args=["T1", "close"])
    data = {"command": str(uuid4()), "reason": "Room closing"}
    assert rowan_client.post(url, data).status_code == 422
    assert Table.objects.get(name="T1").view.table.open


def test_room_closes_with_one_act(desk: Desk, rowan_client: Client) -> None:
    """Tables and lists are closed, and the checklist shows what is left to do."""
    desk.add("Hat", "Crane")
    before = checklist(rowan_client).text
    assert "Tables 1 open T1 4 seated" in before
    assert "2 names" in before
    after = close(rowan_client, desk).text
    assert "Tables closed Held pots none Absent players none Lists empty" in after
    assert "All tables and lists are closed." in after
    assert not Table.objects.get(name="T1").view.table.open
    assert names(desk) == []


def test_table_with_a_hand_in_progress_stays_open_and_is_named(
    desk: Desk, rowan_client: Client
) -> None:
    desk.room.execute(Deal())
    desk.add("Hat")
    assert "in play" in checklist(rowan_client).text
    page = close(rowan_client, desk)
    assert "T1:" in page.text
    assert Table.objects.get(name="T1").view.table.open
    assert names(desk) == [], "the lists are closed all the same"


def test_desk_may_not_close_the_room(desk: Desk, desk_client: Client) -> None:
    assert desk_client.get(reverse("floor:closing")).status_code == 403
