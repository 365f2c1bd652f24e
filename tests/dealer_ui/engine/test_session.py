"""The table on a tablet: decided at once, sent later, decided again after what the room did."""

import pytest

from dealer_ui.screen.model import Screen
from poker.stakes import Stakes
from tests.support.engine_room import Room, Tablet, open_room


@pytest.fixture
def room() -> Room:
    return open_room(
        Stakes(
            game="holdem",
            limit="split",
            small_bet=400,
            big_bet=800,
            blinds=(200, 400),
            chips=(100, 500),
            buy_in_min=4000,
            buy_in_max=400000,
        )
    )


@pytest.fixture
def tablet(room: Room) -> Tablet:
    return Tablet(room)


def fold_to_seat_four(tablet: Tablet) -> None:
    assert tablet.tap("act", seat=3, what="fold") == ""
    assert tablet.tap("act", seat=4, what="raise") == ""


def test_a_tap_changes_the_screen_before_the_room_has_it(room: Room, tablet: Tablet) -> None:
    before = room.seq
    fold_to_seat_four(tablet)
    assert room.seq == before
    assert isinstance(tablet.result.screen, Screen)
    assert tablet.result.screen.step.now.startswith("Bet is $8")


def test_pending_taps_are_stored_once_and_leave_the_queue(room: Room, tablet: Tablet) -> None:
    fold_to_seat_four(tablet)
    tablet.sync()
    assert tablet.session.pending_ids() == []
    assert tablet.session.current.table == room.table
    tablet.sync()
    assert [stored.batch.command_id for stored in room.log].count(
        str(room.log[-1].batch.command_id)
    ) == 1


def test_undo_walks_back_on_the_tablet_and_in_the_room(room: Room, tablet: Tablet) -> None:
    fold_to_seat_four(tablet)
    tablet.sync()
    for _ in range(2):
        assert tablet.tap("undo") == ""
        tablet.sync()
    assert tablet.refused == []
    assert room.table.hand is None
    assert tablet.session.current.table == room.table
