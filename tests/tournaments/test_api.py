"""Tournaments in the API: events, clock, entries, seats and results; of the client's room only."""

from datetime import timedelta

import pytest
from django.utils import timezone

from staff.models import Room
from tests.support.api_fixtures import ApiClient, CreateClient, create_client
from tests.tournaments.event_room import EventRoom
from tournaments.rules import commands as c

__all__ = ["create_client"]


@pytest.fixture
def client(create_client: CreateClient) -> ApiClient:
    return create_client("supervisor", "tournaments:read")


@pytest.fixture
def running(event_room: EventRoom, monkeypatch: pytest.MonkeyPatch) -> EventRoom:
    """A running event with nineteen players, read at its own time."""
    event_room.enter(*(f"Player {number}" for number in range(1, 20)))
    event_room.execute(c.StartClock())
    monkeypatch.setattr(timezone, "now", lambda: event_room.now)
    return event_room


def test_list_has_events_by_state_of_the_own_room(
    running: EventRoom, client: ApiClient, create_client: CreateClient
) -> None:
    [item] = client.get("tournaments/").json()["items"]
    assert (item["id"], item["name"], item["status"]) == (running.row.pk, "Daily", "running")
    assert (item["entries"], item["left"], item["tables"], item["pool"]) == (19, 19, 3, 380_000)
    assert client.get("tournaments/", status="closed").json()["items"] == []
    assert len(client.get("tournaments/", room=running.room.pk).json()["items"]) == 1
    assert client.get("tournaments/", status="other").status_code == 400
    stranger = create_client(
        "supervisor", "tournaments:read", room=Room.objects.create(name="Other room")
    )
    assert stranger.get("tournaments/").json()["items"] == []
    for part in ("", "entries/", "seats/", "results/"):
        assert stranger.get(f"tournaments/{running.row.pk}/{part}").status_code == 404


def test_event_has_clock_levels_counts_and_payouts(running: EventRoom, client: ApiClient) -> None:
    running.now += timedelta(minutes=10)
    detail = client.get(f"tournaments/{running.row.pk}/").json()
    clock = detail["clock"]
    assert (clock["running"], clock["level"], clock["is_break"]) == (True, 1, False)
    assert (clock["left"], clock["to_break"]) == (20 * 60, 50 * 60)
    assert [level["is_break"] for level in detail["levels"]] == [False, False, True, False, False]
    assert (detail["chips"], detail["average"]) == (380_000, 20_000)
    assert (detail["payouts"], detail["final"]) == ([190_000, 114_000, 76_000], False)
    assert detail["to_the_money"] is None


def test_entries_and_seats_follow_moves(running: EventRoom, client: ApiClient) -> None:
    entry = running.event.entries[3]
    to, seat = running.order_move(4)
    at = f"tournaments/{running.row.pk}"
    item = client.get(f"{at}/entries/").json()["entries"][3]
    assert (item["number"], item["name"], item["status"]) == (4, "Player 4", "seated")
    assert "token" not in item
    tables = {row["table"]: row["seats"] for row in client.get(f"{at}/seats/").json()["tables"]}
    assert tables[entry.table][entry.seat - 1]["moving"] is True
    running.execute(c.ReleaseMove(4))
    tables = {row["table"]: row["seats"] for row in client.get(f"{at}/seats/").json()["tables"]}
    assert tables[entry.table][entry.seat - 1]["entry"] is None
    moved = tables[to][seat - 1]
    assert (moved["entry"], moved["coming"], moved["name"]) == (4, True, "Player 4")


def test_results_have_places_and_payouts(running: EventRoom, client: ApiClient) -> None:
    running.execute(c.CloseRegistration())
    running.execute(c.FixPool())
    for number in range(1, 19):
        running.execute(c.BustPlayer(number))
    for number in (17, 18, 19):
        running.execute(c.Pay(number))
    running.execute(c.CloseEvent())
    answer = client.get(f"tournaments/{running.row.pk}/results/").json()
    assert answer["closed"] is True
    best = [(row["place"], row["name"], row["due"], row["paid"]) for row in answer["results"][:4]]
    assert best == [
        (1, "Player 19", 190_000, 190_000),
        (2, "Player 18", 114_000, 114_000),
        (3, "Player 17", 76_000, 76_000),
        (4, "Player 16", 0, 0),
    ]


def test_token_without_the_scope_is_refused(
    running: EventRoom, create_client: CreateClient
) -> None:
    other = create_client("supervisor", "lists:read")
    assert other.get(f"tournaments/{running.row.pk}/").status_code == 403
