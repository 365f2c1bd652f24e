"""The map of a room with cash games and a tournament: two blocks, and what is wrong with the event's tables."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.urls import reverse

from floor_ui.map.open_seats import open_seat_panel
from floor_ui.map.tiles import TableTile, tiles
from floor_ui.map.totals import room_totals
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import TableDriver, create_game, create_staff
from tests.tournaments.event_room import EventRoom, create_event_room, in_turn
from tests.tournaments.plans import DAILY
from tournaments.room_events import room_events
from tournaments.rules import commands as c
from tournaments.tasks import sync_running_events
from waitlist.rules.state import Waitlists
from waitlist.seat_priority import SeatPriority


@pytest.fixture
def game(db: None) -> TableDriver:
    return create_game()


@pytest.fixture
def running(game: TableDriver) -> EventRoom:
    """A cash table with players, and a running event with two tables in the same room."""
    event_room = create_event_room(DAILY, tables=2, room=game.table.room)
    with patch("tournaments.actions.shuffle", side_effect=in_turn):
        event_room.enter(*(f"Alias {number}" for number in range(1, 13)))
    event_room.execute(c.StartClock())
    sync_running_events()  # nothing is committed in this test, so the tables follow by the task
    return event_room


def map_tiles(event_room: EventRoom) -> dict[str, TableTile]:
    room_id = event_room.room.pk
    now = event_room.now
    rows = tiles(room_id=room_id, now=now, events=room_events(room_id, now))
    return {tile.name: tile for tile in rows}


def test_open_seats_of_an_event_are_not_for_the_waitlist(
    running: EventRoom, game: TableDriver
) -> None:
    by_name = map_tiles(running)
    of_event = [tile for tile in by_name.values() if tile.event]
    assert {tile.name for tile in of_event} == {table.name for table in running.event.tables}
    assert all(tile.taken < len(tile.taken_seats) for tile in of_event)
    assert [tile.open_seats for tile in of_event] == [[], []]
    panel = open_seat_panel(
        by_name.values(), Waitlists(), SeatPriority(running.room.pk, Waitlists())
    )
    cash = by_name[game.table.name]
    assert panel.open_count == len(cash.open_seats) > 0
    totals = room_totals(by_name.values(), running.now)
    assert (totals.seated, totals.seats) == (cash.taken, len(cash.taken_seats))


def test_a_stopped_table_shows_how_many_players_it_is_short(running: EventRoom) -> None:
    table = running.event.tables[0].name
    for entry in [entry for entry in running.event.seated() if entry.table == table][:3]:
        running.execute(c.BustPlayer(entry.number))
    tile = map_tiles(running)[table]
    assert (tile.event_state, tile.event_note) == ("stopped", "\N{MINUS SIGN}3")


def test_the_page_has_a_block_for_the_event(running: EventRoom) -> None:
    create_staff("supervisor", alias="Juniper", badge="201")
    page = (
        sign_in_client("201").get(reverse("floor:map"), {"room": running.room.pk}).content.decode()
    )
    event = running.event
    assert f"Event {running.row.number}" in page
    assert f"{len(list(event.alive()))} left" in page
    assert reverse("tournaments:director", args=[running.row.pk]) in page


def test_the_clock_of_the_block_is_that_of_the_event(running: EventRoom) -> None:
    later = running.now + timedelta(minutes=3)
    [event] = room_events(running.room.pk, later)
    length = DAILY.levels[0].minutes * 60_000
    assert event.time_left == length - 3 * 60_000
    running.execute(c.PauseClock())
    [stopped] = room_events(running.room.pk, later)
    assert stopped.ends_at == 0
