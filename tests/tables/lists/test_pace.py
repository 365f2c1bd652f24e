"""What the room's log says of a list's pace: who sits how long, which names go, which tables open."""

from datetime import timedelta

import pytest

from poker.commands import LeaveSeat
from poker.waiting import commands as c
from poker.waiting.estimate import Pace
from tables.lists.asking import lists_now
from tables.lists.pace import LEAST, paces
from tests.tables.lists.desk import KEY, Desk, desk_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return desk_of()


def pace(desk: Desk) -> Pace:
    return paces(desk.room_id, lists_now(desk.room_id).lists, desk.now)[KEY]


def leaves(desk: Desk, *seats: int) -> None:
    desk.room.now = desk.now
    for seat in seats:
        desk.room.do(LeaveSeat(seat=seat))
    desk.now = desk.room.now


def test_the_rate_is_of_everybody_who_sat_and_of_whoever_sits_now(desk: Desk) -> None:
    desk.now += timedelta(minutes=20)
    leaves(desk, 1, 2)
    assert pace(desk).freed == 0, f"from fewer than {LEAST} departures nothing is taken"
    desk.now += timedelta(minutes=20)
    leaves(desk, 3)
    found = pace(desk)
    assert found.freed == pytest.approx(3 / (20 + 20 + 40 + 40), rel=0.02), "one sits still"
    assert found.seen == 3
    desk.now += timedelta(minutes=60)
    assert pace(desk).freed == pytest.approx(3 / (20 + 20 + 40 + 100), rel=0.02), "and goes on"


def test_names_that_leave_without_a_seat_count_by_the_minutes_that_all_waited(desk: Desk) -> None:
    desk.add("Hat", "Bell", "Moon")
    assert pace(desk).off == 0
    desk.now += timedelta(minutes=30)
    desk.ask(c.TakeOff(desk.number("Hat"), "goes home"))
    assert pace(desk).off == pytest.approx(1 / 90, rel=0.03)
    desk.ask(c.Seated(desk.number("Bell"), "T1", 5))
    desk.now += timedelta(minutes=30)
    assert pace(desk).off == pytest.approx(1 / 120, rel=0.03), "who was seated did not leave it"


def test_what_is_read_is_read_again_when_somebody_leaves(desk: Desk) -> None:
    desk.now += timedelta(minutes=30)
    leaves(desk, 1, 2, 3)
    assert pace(desk).seen == 3
    leaves(desk, 4)
    assert pace(desk).seen == 4, "in the same minute"
    assert pace(desk).freed == 0, "nobody sits who could leave"
