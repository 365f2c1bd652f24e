"""Flights: their stacks and their prize pool meet in another event."""

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from journal.verify import verify
from players.identity import number_of
from players.models import Player, Sanction
from poker.refusal import Refusal
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import create_staff
from tests.tournaments.event_room import EventRoom, create_event_room
from tests.tournaments.plans import DAILY
from tournaments.models import EventSummary
from tournaments.rules import commands as c

pytestmark = pytest.mark.django_db
FLIGHT = replace(DAILY, name="Flight A", day_target="Main")
PLAYERS = ("Amber Spindle", "Tin Trowel", "Warm Stool")


@pytest.fixture
def flight() -> EventRoom:
    """A flight of which two stacks are bagged, and its day is over."""
    event_room = create_event_room(FLIGHT, tables=1)
    event_room.enter(*PLAYERS)
    event_room.execute(c.StartClock())
    event_room.execute(c.BustPlayer(2))
    event_room.execute(c.PauseClock())
    for number, chips in ((1, 35_000), (3, 25_000)):
        event_room.execute(c.BagStack(number, chips))
        event_room.execute(c.VerifyBag(number, chips))
    event_room.execute(c.EndDay())
    return event_room


@pytest.fixture
def main(flight: EventRoom) -> EventRoom:
    """The event where the flights meet."""
    event_room = create_event_room(replace(DAILY, name="Main"), tables=1, room=flight.room)
    event_room.now = flight.now
    return event_room


def director() -> Client:
    create_staff("supervisor", alias="Juniper", badge="201")
    return sign_in_client("201")


def report_text(client: Client, event_room: EventRoom) -> str:
    page = client.get(reverse("tournaments:report", args=[event_room.row.pk]))
    assert page.status_code == 200
    return page.content.decode()


def test_director_brings_the_stacks_of_a_flight(flight: EventRoom, main: EventRoom) -> None:
    client = director()
    page = reverse("tournaments:bags", args=[main.row.pk])
    assert "2 stacks bagged" in client.get(page).content.decode()
    form = {"ask": "bring_flight", "page": "bags", "flight": flight.row.pk}
    address = reverse("tournaments:act", args=[main.row.pk])
    text = client.post(address, form, follow=True).content.decode()
    assert "2 stacks brought" in text
    entries = main.event.entries
    assert [(entry.name, entry.kind, entry.stack) for entry in entries] == [
        ("Amber Spindle", "qualifier", 35_000),
        ("Warm Stool", "qualifier", 25_000),
    ]
    assert all(entry.status == "seated" and entry.token for entry in entries)
    assert main.event.chips == 60_000
    assert main.event.pool_collected == 3 * DAILY.entry.pool
    assert client.post(address, form | {"command": "again"}).status_code == 409
    assert len(main.event.entries) == 2


def test_brought_flight_is_closed_and_its_pool_counts_once(
    flight: EventRoom, main: EventRoom
) -> None:
    main.execute(c.BringFlight(flight.row.pk))
    assert flight.event.status == "closed"
    pools = EventSummary.objects.order_by("event").values_list("pool", flat=True)
    assert list(pools) == [0, 3 * DAILY.entry.pool]
    verify(stream=flight.row.stream)
    verify(stream=main.row.stream)
    client = director()
    assert "Pool went to Main" in report_text(client, flight)
    assert "Pool of Flight A" in report_text(client, main)
    token = flight.event.entries[0].token
    text = Client().get(f"/entry/{token}").content.decode()
    assert "Your stack plays on" in text
    assert "Main" in text


def bar(event_room: EventRoom, number: int) -> None:
    Sanction.objects.create(
        player=Player.objects.get(pk=number_of(event_room.event.entries[number - 1].player)),
        kind=Sanction.Kind.BAR,
        by="staff.1",
        at=event_room.now,
        reason="secret",
    )


def test_stack_of_a_barred_player_leaves_play_with_the_flight(
    flight: EventRoom, main: EventRoom
) -> None:
    bar(flight, 3)
    main.execute(c.BringFlight(flight.row.pk))
    assert [entry.name for entry in main.event.entries] == ["Amber Spindle"]
    assert main.event.chips == 35_000
    assert main.event.pool_collected == 3 * DAILY.entry.pool
    text = report_text(director(), main)
    assert "25,000 of entry 3 of Flight A left play" in text
    assert "secret" not in text
    verify(stream=main.row.stream)


def test_barred_player_is_disqualified_before_the_next_day(flight: EventRoom) -> None:
    flight.execute(c.AddTable("T1", 8))
    bar(flight, 1)
    flight.execute(c.BeginDay())
    assert [entry.status for entry in flight.event.entries] == ["out", "out", "seated"]
    assert flight.event.busts[-1].stack == 35_000
    verify(stream=flight.row.stream)


def test_day_without_anyone_who_may_enter_is_refused(flight: EventRoom) -> None:
    flight.execute(c.AddTable("T1", 8))
    bar(flight, 1)
    bar(flight, 3)
    with pytest.raises(Refusal, match="all_kept_out"):
        flight.execute(c.BeginDay())
    assert flight.event.status == "day_over"


def test_player_who_is_out_of_the_main_event_enters_another(
    flight: EventRoom, main: EventRoom
) -> None:
    other = create_event_room(replace(DAILY, name="Late"), tables=1, room=flight.room)
    with pytest.raises(Refusal, match="player_in_event"):
        other.execute(c.Enter("Amber Spindle"))
    main.execute(c.BringFlight(flight.row.pk))
    with pytest.raises(Refusal, match="player_in_event"):
        other.execute(c.Enter("Amber Spindle"))
    main.execute(c.StartClock())
    main.execute(c.BustPlayer(1))
    other.execute(c.Enter("Amber Spindle"))
    assert len(other.event.entries) == 1


def test_flight_that_plays_or_meets_elsewhere_is_refused(
    flight: EventRoom, main: EventRoom
) -> None:
    other = create_event_room(replace(DAILY, name="Late"), tables=1, room=flight.room)
    with pytest.raises(Refusal, match="not_a_flight"):
        other.execute(c.BringFlight(flight.row.pk))
    playing = create_event_room(
        replace(FLIGHT, name="Flight B", day_target="Main"), tables=1, room=flight.room
    )
    for key, code in (
        (playing.row.pk, "flight_not_over"),
        (main.row.pk, "no_such_event"),
        (10**9, "no_such_event"),
    ):
        with pytest.raises(Refusal, match=code):
            main.execute(c.BringFlight(key))
    assert main.event.entries == ()


def test_flight_without_seats_stays_open(flight: EventRoom, main: EventRoom) -> None:
    for table in main.event.tables:
        main.execute(c.RemoveTable(table.name))
    with pytest.raises(Refusal, match="flight_seats"):
        main.execute(c.BringFlight(flight.row.pk))
    assert flight.event.status == "day_over"
