"""The table on a tablet: decided at once, sent later, decided again after what the room did."""

import pytest

from dealer_ui.screen.model import Screen
from poker import commands as c
from poker.stakes import Stakes
from tests.support.engine_room import NOW, Room, Tablet, open_room


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


def silent_seat(tablet: Tablet) -> tuple[int, int]:
    shown = tablet.session.screen(NOW)
    assert isinstance(shown, Screen)
    assert shown.silent is not None
    return shown.silent.seat, shown.silent.since


def test_silent_seat_counts_from_the_last_act_also_without_the_network(
    room: Room, tablet: Tablet
) -> None:
    fold_to_seat_four(tablet)
    at = tablet.session.current.acted_at
    assert silent_seat(tablet) == (5, at)
    tablet.sync()
    assert silent_seat(tablet) == (5, at), "the room's entry has the time of the tap"
    room.do(c.AddChips(1, 4000), at=at + 5000)
    tablet.sync()
    assert silent_seat(tablet) == (5, at), "chips at another seat are no act"
    assert tablet.tap("act", seat=5, what="fold") == ""
    seat, since = silent_seat(tablet)
    assert seat == 6
    assert since > at


def test_time_is_called_and_stopped_without_the_network(room: Room, tablet: Tablet) -> None:
    fold_to_seat_four(tablet)
    assert tablet.tap("call_time", seat=5, seconds=30) == ""
    shown = tablet.session.screen(NOW)
    assert isinstance(shown, Screen)
    assert shown.silent is not None
    assert shown.silent.time is not None
    tablet.sync()
    assert tablet.session.current.table == room.table
    assert tablet.tap("act", seat=5, what="fold") == ""
    tablet.sync()
    assert room.table.hand is not None
    assert room.table.hand.clock is None
