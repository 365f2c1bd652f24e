"""The public pages of an event: wall, schedule, and the page of an entry by its token. There is no sign-in."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.page_roles import PageContent
from tests.tournaments.event_room import EventRoom
from tournaments.rules import commands as c
from waitlist.models import BoardSettings

NAMES = [f"Player {number}" for number in range(1, 20)]


@pytest.fixture
def running(event_room: EventRoom, monkeypatch: pytest.MonkeyPatch) -> EventRoom:
    """A running event with nineteen players at three tables, read at its own time."""
    monkeypatch.setattr(timezone, "now", lambda: event_room.now)
    event_room.enter(*NAMES)
    event_room.execute(c.StartClock())
    return event_room


def wall(event_room: EventRoom) -> PageContent:
    response = Client().get(f"/wall/tournament/{event_room.row.pk}")
    assert response.status_code == 200
    return PageContent(response)


def own_page(event_room: EventRoom, number: int, tab: str = "") -> PageContent:
    token = event_room.event.entries[number - 1].token
    response = Client().get(f"/entry/{token}{tab}")
    assert response.status_code == 200
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Referrer-Policy"] == "same-origin"
    assert "no-store" in response["Cache-Control"]
    return PageContent(response)


def test_wall_before_the_start_and_while_it_runs(running: EventRoom) -> None:
    page = wall(running)
    assert "Level 1" in page.text
    assert "100 / 200" in page.text
    assert "ante 200" in page.text
    assert "19 of 19" in page.text
    assert "20,000" in page.text
    assert "paid if closed now" in page.text
    assert "Late entry to" in page.text


def test_scheduled_wall_shows_the_start(event_room: EventRoom) -> None:
    page = wall(event_room)
    assert "Starts" in page.text
    assert "Register at the desk" in page.text


def test_wall_in_a_break_shows_the_next_level_and_the_chips_that_go(running: EventRoom) -> None:
    running.now += timedelta(minutes=61)
    page = wall(running)
    assert "Break" in page.text
    assert "500 / 1,000" in page.text
    assert "100 chips come off: color up at your table" in page.text


def test_wall_in_hand_for_hand(running: EventRoom) -> None:
    running.execute(c.CloseRegistration())
    running.execute(c.FixPool())
    for number in range(1, 10):
        running.execute(c.BustPlayer(number))
    running.execute(c.BeginHandForHand())
    running.execute(c.FinishHand("T2"))
    page = wall(running)
    assert "Hand for hand" in page.text
    assert "T1 and T3 still playing" in page.text
    assert "T2 waits, 1 of 3 done" in page.text
    assert "10 left, 3 paid" in page.text
    assert "7 go out before the money" in page.text
    assert "3rd pays" in page.text


def test_move_is_on_the_wall_for_five_minutes(running: EventRoom) -> None:
    table, seat = running.order_move(4)
    text = f"Table {table[1:]}, seat {seat}"
    page = wall(running)
    assert "Player 4" in page.text
    assert text in page.text
    running.execute(c.FinishMove(4))
    assert text in wall(running).text, "the player may still look for the seat"
    running.now += timedelta(minutes=5, seconds=1)
    assert "Player 4" not in wall(running).source


def test_moves_of_a_broken_table_are_newest_first_and_end_with_an_undo(running: EventRoom) -> None:
    for number in range(1, 7):
        running.execute(c.BustPlayer(number))
    table = running.event.tables[-1].name
    names = {entry.name for entry in running.event.at_table(table)}
    running.execute(c.BreakTable(table))
    source = wall(running).source
    assert all(name in source for name in names)
    running.execute(c.UndoBreak(table))
    source = wall(running).source
    assert not any(f">{name}<" in source for name in names)


def test_canceled_move_and_late_entries_are_not_moves(running: EventRoom) -> None:
    running.order_move(4)
    running.execute(c.CancelMove(4, "again"))
    running.enter("Late Player")
    source = wall(running).source
    assert "Player 4" not in source
    assert "Late Player" not in source


def test_called_alternate_is_a_move(running: EventRoom) -> None:
    running.enter(*(f"More {number}" for number in range(1, 7)))
    assert [entry.name for entry in running.event.alternates()] == ["More 6"]
    running.execute(c.BustPlayer(1))
    running.execute(c.SeatAlternates())
    assert "More 6" in wall(running).source


def test_house_may_show_entry_numbers_instead_of_names(running: EventRoom) -> None:
    BoardSettings.objects.create(room=running.room, tournament_names=False)
    running.order_move(4)
    page = wall(running)
    assert "Entry 4" in page.text
    assert "Player 4" not in page.source


def test_unknown_event_and_token_are_not_found(running: EventRoom) -> None:
    client = Client()
    assert client.get("/wall/tournament/999999").status_code == 404
    assert client.get(f"/entry/{'x' * 32}").status_code == 404
    assert client.get("/entry/short").status_code == 404
    token = running.event.entries[0].token
    assert client.get(f"/entry/{token}/other").status_code == 404
    assert client.post(f"/entry/{token}").status_code == 405


def test_entry_page_shows_the_own_seat_and_no_other_name(running: EventRoom) -> None:
    entry = running.event.entries[3]
    page = own_page(running, 4)
    assert "Player 4" in page.text
    assert f"Table{entry.table[1:]}" in page.text.replace(" ", "")
    assert f"Seat{entry.seat}" in page.text.replace(" ", "")
    others = [name for name in NAMES if name != "Player 4"]
    assert not any(f">{name}<" in page.source for name in others)


def test_entry_page_shows_the_own_penalty(running: EventRoom) -> None:
    running.execute(c.Penalize(4, "hands", "phone at the table", 2))
    page = own_page(running, 4)
    assert "Penalty: 2 hands left" in page.text
    assert "phone at the table" in page.text
    assert "Penalty" not in own_page(running, 5).text
    running.execute(c.EndPenalty(4))
    assert "Penalty" not in own_page(running, 4).text


def test_entry_page_never_names_who_will_be_moved_next(running: EventRoom) -> None:
    """The suggestion is the director's: a player who knows would slow down."""
    for entry in running.event.at_table("T3")[:4]:
        running.execute(c.BustPlayer(entry.number))
    for entry in running.event.seated():
        page = own_page(running, entry.number)
        assert "move to" not in page.text
        assert "big blind" not in page.text
    assert "move" not in wall(running).text.lower()


def test_move_takes_the_whole_page_of_every_tab(running: EventRoom) -> None:
    table, seat = running.order_move(4)
    for tab in ("", "/clock", "/payouts"):
        page = own_page(running, 4, tab)
        assert f"You move to Table {table[1:]}, seat {seat}" in page.text
        assert "after this hand" in page.text
        assert "Bring your whole stack" in page.text
        assert "entry-tabs" not in page.source
    running.execute(c.ReleaseMove(4))
    assert "please go now" in own_page(running, 4).text
    running.execute(c.FinishMove(4))
    assert "You move" not in own_page(running, 4).text


def test_alternate_sees_place_and_wait_and_then_the_seat(running: EventRoom) -> None:
    running.enter(*(f"More {number}" for number in range(1, 8)))
    assert [entry.number for entry in running.event.alternates()] == [25, 26]
    page = own_page(running, 26)
    assert "of 2 alternates" in page.text
    assert "no estimate yet" in page.text
    running.now += timedelta(minutes=10)
    for number in (1, 2, 3):
        running.execute(c.BustPlayer(number))
        running.execute(c.UndoBust(number))
    for number in (1, 2, 3):
        running.execute(c.BustPlayer(number))
    assert "a seat is open" in own_page(running, 25).text
    running.execute(c.SeatAlternates(most=2))
    entry = running.event.entries[24]
    page = own_page(running, 25)
    assert "your seat is ready" in page.text
    assert f"Table {entry.table[1:]}, seat {entry.seat}" in page.text
    running.execute(c.FinishMove(25))
    assert "your seat is ready" not in own_page(running, 25).text


def test_old_pages_say_what_became_of_the_entry(running: EventRoom) -> None:
    running.execute(c.BustPlayer(1))
    page = own_page(running, 1)
    assert "You finished 19th" in page.text
    assert "re-enter at the desk until" in page.text
    running.enter("Player 1")
    page = own_page(running, 1)
    assert "You re-entered" in page.text
    assert "entry #20" in page.text
    running.execute(c.VoidEntry(20, "Paid twice", by_director=True))
    assert "This entry was voided" in own_page(running, 20).text


def test_winner_and_paid_places_see_their_money(running: EventRoom) -> None:
    running.execute(c.CloseRegistration())
    running.execute(c.FixPool())
    for number in range(1, 18):
        running.execute(c.BustPlayer(number))
    page = own_page(running, 17)
    assert "You finished 3rd" in page.text
    assert "$760" in page.text
    assert "Collect it at the desk" in page.text
    running.execute(c.Pay(17))
    assert "Paid." in own_page(running, 17).text
    running.execute(c.BustPlayer(18))
    running.execute(c.HoldPayout(18, "ID expired"))
    page = own_page(running, 18)
    assert "see the floor" in page.text
    assert "ID expired" not in page.source
    running.execute(c.Pay(18))
    running.execute(c.Pay(19))
    running.execute(c.CloseEvent())
    assert "You won" in own_page(running, 19).text


def test_payouts_and_clock_of_a_player(running: EventRoom) -> None:
    page = own_page(running, 1, "/payouts")
    assert "3 places paid" in page.text
    assert "If entry closed now" in page.text
    assert "$3,800" in page.text
    assert "Level 1" in own_page(running, 1, "/clock").text


def test_schedule_shows_events_of_the_next_days(running: EventRoom) -> None:
    page = PageContent(Client().get(f"/schedule/{running.room.pk}"))
    assert "Daily" in page.text
    assert "$240 ($200 + $40)" in page.text
    assert "20,000 chips, 30-minute levels, late entry to level 2, re-entries: 2" in page.text
    assert "19 entries" in page.text
    assert "Running, late entry to" in page.text
    assert "Player 4" not in page.source
    assert Client().get("/schedule").status_code == 302
    assert Client().get("/schedule/999999").status_code == 404
