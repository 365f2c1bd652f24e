"""The roster in the API: weeks and published shifts, in the caller's room only."""

import pytest

from roster.rules import week_commands as c
from staff.models import Room
from tests.support.api_fixtures import ApiClient, CreateClient, create_client
from tests.support.roster_pages import MONDAY, RosterRoom, roster_room

__all__ = ["create_client"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def roster(db: None) -> RosterRoom:
    roster = roster_room()
    roster.place(roster.dealers[0], "2026-11-21", "16:00", "24:00")
    roster.place(None, "2026-11-22")
    roster.publish()
    roster.place(roster.dealers[1], "2026-11-22")
    roster.send(c.ClockIn(roster.dealers[0].key))
    return roster


@pytest.fixture
def client(roster: RosterRoom, create_client: CreateClient) -> ApiClient:
    return create_client("supervisor", "roster:read")


def test_weeks_and_published_shifts(roster: RosterRoom, client: ApiClient) -> None:
    [week] = client.get("roster/weeks/").json()["items"]
    assert (week["monday"], week["version"], week["room"]["name"]) == (MONDAY, 1, "Riverside")
    shifts = client.get(f"roster/weeks/{week['id']}/shifts/").json()["shifts"]
    assert [shift["alias"] for shift in shifts] == ["Wren", None], "a draft is not shown"
    assert shifts[0]["start"] == "2026-11-21T16:00:00Z"
    assert shifts[0]["clocked_in"] == "2026-11-21T17:00:00Z"
    assert shifts[1]["dealer"] is None


def test_weeks_of_other_rooms_are_not_found(
    roster: RosterRoom, create_client: CreateClient
) -> None:
    elsewhere = Room.objects.create(name="Elsewhere")
    client = create_client("supervisor", "roster:read", room=elsewhere)
    assert client.get("roster/weeks/").json()["items"] == []
    assert client.get(f"roster/weeks/{roster.week_id()}/shifts/").status_code == 404
