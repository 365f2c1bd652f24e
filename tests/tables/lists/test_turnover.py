"""What the room's log says of a list's pace: who sits how long, which names go, which tables open."""

from datetime import timedelta

import pytest

from poker.commands import LeaveSeat
from poker.waitlist import commands as c
from poker.waitlist.rates import Rates, Tenure, factor, rates
from poker.waitlist.wait_estimate import TurnoverRates
from tables.waitlist.execute import load_waitlists
from tables.waitlist.turnover import MIN_DEPARTURES, paces
from tests.tables.lists.chain import floor_of
from tests.tables.lists.desk import KEY, Desk, desk_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return desk_of()


def pace(desk: Desk) -> TurnoverRates:
    return paces(desk.room_id, load_waitlists(desk.room_id).lists, desk.now)[KEY]


def leaves(desk: Desk, *seats: int) -> None:
    desk.room.now = desk.now
    for seat in seats:
        desk.room.do(LeaveSeat(seat=seat))
    desk.now = desk.room.now


def test_who_sat_and_who_sits_say_how_often_seats_are_left(desk: Desk) -> None:
    desk.now += timedelta(minutes=20)
    leaves(desk, 1, 2)
    assert pace(desk).leave == Rates(), (
        f"from fewer than {MIN_DEPARTURES} departures nothing is taken"
    )
    desk.now += timedelta(minutes=20)
    leaves(desk, 3)
    turnover_rates = pace(desk)
    spells = [Tenure(0, 20, True), Tenure(0, 20, True), Tenure(0, 40, True), Tenure(0, 40)]
    assert turnover_rates.leave.until(60) == pytest.approx(as_all(spells).until(60), rel=0.02)
    assert turnover_rates.seen == 3
    assert turnover_rates.sitting == (40,), "one sits still"
    desk.now += timedelta(minutes=60)
    assert pace(desk).sitting == (100,), "and goes on"
    assert pace(desk).leave.until(60) < turnover_rates.leave.until(60)


def as_all(spells: list[Tenure]) -> Rates:
    """Where a room has one game."""
    return rates(spells).times(factor(spells, rates(spells)))


def test_who_moves_within_the_game_sits_on() -> None:
    floor = floor_of()
    floor.desk.now += timedelta(minutes=30, seconds=20)
    before = pace(floor.desk).sitting
    floor.move("Lee", 5)
    after = pace(floor.desk)
    assert after.sitting == before
    assert min(before) == 30
    assert after.seen == 1, "nobody has left"


def test_names_that_leave_without_a_seat_count_by_the_minutes_that_all_waited(desk: Desk) -> None:
    desk.add("Hat", "Bell", "Moon")
    assert pace(desk).off == Rates()
    desk.now += timedelta(minutes=30)
    assert pace(desk).waiting == (30, 30, 30)
    desk.ask(c.RemovePlayer(desk.number("Hat"), "goes home"))
    spells = [Tenure(0, 30, True), Tenure(0, 30), Tenure(0, 30)]
    assert pace(desk).off.until(30) == pytest.approx(as_all(spells).until(30), rel=0.03)
    desk.ask(c.ConfirmSeated(desk.number("Bell"), "T1", 5))
    desk.now += timedelta(minutes=30)
    spells[2] = Tenure(0, 60)
    assert pace(desk).off.until(30) == pytest.approx(as_all(spells).until(30), rel=0.03), (
        "who was seated did not leave it"
    )


def test_who_is_called_does_not_wait_in_front(desk: Desk) -> None:
    desk.add("Hat", "Bell")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 5))
    assert pace(desk).waiting == (0,)


def test_what_is_read_is_read_again_when_somebody_leaves(desk: Desk) -> None:
    desk.now += timedelta(minutes=30)
    leaves(desk, 1, 2, 3)
    assert pace(desk).seen == 3
    leaves(desk, 4)
    assert pace(desk).seen == 4, "in the same minute"
    assert pace(desk).sitting == (), "nobody sits who could leave"
