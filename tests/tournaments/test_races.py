"""Two directors at once, a repeated request, and a server that dies in the middle: each act happens once."""

from functools import partial
from unittest.mock import patch

import pytest

from journal.verify import verify
from tests.support.at_once import at_once
from tests.tournaments.event_room import EventRoom, create_event_room
from tests.tournaments.plans import DAILY
from tournaments.rules import commands as c
from tournaments.rules.payouts import amounts_by_entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.release_on_sqlite]


@pytest.fixture
def event_room(transactional_db: None) -> EventRoom:
    event_room = create_event_room(tables=3)
    event_room.enter(*(f"Player {number}" for number in range(1, 13)))
    event_room.execute(c.StartClock())
    return event_room


def test_two_directors_break_a_table_once(event_room: EventRoom) -> None:
    codes = at_once(
        lambda: event_room.execute(c.BreakTable("T3")),
        lambda: event_room.execute(c.BreakTable("T3")),
    )
    assert codes == ["", "not_a_tournament_table"]
    places = [entry.place for entry in event_room.event.seated()]
    assert len(set(places)) == len(places) == 12


def test_two_desks_sell_two_entries_with_two_seats(event_room: EventRoom) -> None:
    codes = at_once(
        lambda: event_room.execute(c.Enter("Amber Spindle")),
        lambda: event_room.execute(c.Enter("Tin Trowel")),
    )
    assert codes == ["", ""]
    places = [entry.place for entry in event_room.event.seated()]
    assert len(set(places)) == len(places) == 14


def test_four_desks_sell_to_everyone_in_line(transactional_db: None) -> None:
    """Each desk sells one entry after the other, as fast as it can; the last players wait for a seat."""
    desks = create_event_room(tables=6)

    def sell(desk: int) -> None:
        for number in range(15):
            desks.execute(c.Enter(f"Desk {desk} guest {chr(97 + number)}"))

    codes = at_once(*(partial(sell, desk) for desk in range(1, 5)))
    assert codes == ["", "", "", ""]
    event = desks.event
    assert [entry.number for entry in event.entries] == list(range(1, 61))
    assert len({entry.name for entry in event.entries}) == 60
    assert len({entry.place for entry in event.seated()}) == 6 * DAILY.seats
    assert len(event.alternates()) == 60 - 6 * DAILY.seats
    assert event.collected.paid == 60 * DAILY.entry.paid
    verify(stream=desks.row.stream)


def test_one_player_at_two_desks_has_one_entry(event_room: EventRoom) -> None:
    codes = at_once(
        lambda: event_room.execute(c.Enter("Amber Spindle")),
        lambda: event_room.execute(c.Enter("Amber Spindle")),
    )
    assert codes == ["", "still_in"]


def test_payout_at_two_cages_is_made_once(event_room: EventRoom) -> None:
    event_room.execute(c.CloseRegistration())
    event_room.execute(c.FixPool())
    for number in range(1, 12):
        event_room.execute(c.BustPlayer(number))
    (first, *_) = sorted(amounts_by_entry(event_room.event).values(), key=lambda due: due.place)
    codes = at_once(
        lambda: event_room.execute(c.Pay(first.entry)),
        lambda: event_room.execute(c.Pay(first.entry)),
    )
    assert codes == ["", "paid_already"]
    assert sum(payout.amount for payout in event_room.event.paid) == first.amount


def test_request_repeated_after_a_lost_answer_draws_no_second_seat(event_room: EventRoom) -> None:
    first = event_room.execute(c.BreakTable("T3"), command_id="break-1")
    again = event_room.execute(c.BreakTable("T3"), command_id="break-1")
    assert again.repeated
    assert first.events == again.events
    assert len(event_room.event.entries) == 12


def test_server_that_dies_before_the_commit_has_drawn_nothing(event_room: EventRoom) -> None:
    before = event_room.event
    with (
        patch("journal.log.run_effects", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        event_room.execute(c.BreakTable("T3"), command_id="break-1")
    assert event_room.event == before
    event_room.execute(c.BreakTable("T3"), command_id="break-1")
    assert [table.name for table in event_room.event.tables] == ["T1", "T2"]
