"""What was told when a name was put down is kept with it, and how far it was off is said once enough have sat down."""

from datetime import timedelta

import pytest

from desk_ui.messages import accuracy_text as sentence
from poker.commands import LeaveSeat
from poker.waitlist import commands as c
from tables.models import ListChange
from tables.waitlist.quoted_waits import MIN_QUOTES, quote_accuracy
from tests.tables.lists.desk import KEY, Desk, desk_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return desk_of()


NOT_KNOWN = (-1, 0)


def told(desk: Desk) -> list[tuple[int, int]]:
    return [(entry.told, entry.give) for entry in desk.line.places]


def sat_after(desk: Desk, minutes: int, name: str) -> None:
    """Put down, seated after a while, gone again at once."""
    desk.add(name)
    desk.now += timedelta(minutes=minutes, seconds=-1)
    desk.ask(c.ConfirmSeated(desk.number(name), "T1", 5))
    desk.room.now = desk.now
    desk.room.do(LeaveSeat(seat=5))


def test_the_wait_that_the_room_tells_is_kept_with_the_name(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Bell", "Moon", "Door")
    assert told(desk) == [(0, 0)] * 5, "five seats are open"
    desk.add("Walk")
    assert told(desk)[-1] == NOT_KNOWN, "no seat was left yet: nothing is known"
    desk.now += timedelta(minutes=10)
    desk.room.now = desk.now
    for seat in (1, 2, 3):
        desk.room.do(LeaveSeat(seat=seat))
    desk.now = desk.room.now
    desk.add("Lamp", "Coat")
    assert told(desk)[-2:] == [(0, 0)] * 2, "eight seats are open"
    desk.add("Roof")
    assert told(desk)[-1] == NOT_KNOWN, "one sits, and three departures do not tell when he goes"
    desk.now += timedelta(minutes=29)
    desk.add(*(f"Guest {turn}" for turn in range(8)))
    assert told(desk)[-1] == (60, -1), "more than an hour, for all that is known"
    desk.add("Gate", here=False)
    assert told(desk)[-1] == NOT_KNOWN, "who is on the way sits when he comes"


def test_where_the_table_is_full_a_figure_is_told(desk: Desk) -> None:
    desk.room.sit(5, 6, 7, 8, 9)
    desk.room.now = desk.now + timedelta(minutes=10)
    for seat in (1, 2, 3):
        desk.room.do(LeaveSeat(seat=seat))
    desk.room.now += timedelta(minutes=1)
    desk.room.sit(1, 2, 3)
    desk.now = desk.room.now
    desk.add("Hat", "Crane")
    first, second = told(desk)
    assert first == (3, 3), "nine sit, and three in a hundred minutes left"
    assert second[0] > first[0]
    assert second[1] > first[1]


def test_an_interest_list_tells_waits_once_its_game_runs(desk: Desk) -> None:
    desk.ask(c.OpenWaitlist(KEY, "Limit 4/8", "interest", 6))
    desk.ask(c.OpenWaitlist("razz", "Razz", "interest", 6))
    desk.add("Hat")
    hat = desk.line.places[0]
    assert hat.told == 0, "its game runs, with an open seat"
    razz = desk.ask(c.AddPlayer("razz", hat.player, "Hat")).lists.line("razz")
    assert razz is not None
    assert razz.places[0].told == -1, "nothing runs"


def test_how_far_off_is_said_from_ten_on(desk: Desk) -> None:
    for turn in range(MIN_QUOTES - 1):
        sat_after(desk, 6, f"Guest {turn}")
    assert (quote_accuracy(desk.room_id, KEY).minutes, quote_accuracy(desk.room_id, KEY).seats) == (
        None,
        MIN_QUOTES - 1,
    )
    assert "not enough players seated" in sentence(quote_accuracy(desk.room_id, KEY))
    sat_after(desk, 26, "Guest last")
    assert quote_accuracy(desk.room_id, KEY).minutes == 8, "nine by 6, one by 26"
    assert "off by 8 min on average (last 10 seated)" in sentence(quote_accuracy(desk.room_id, KEY))
    row = ListChange.objects.filter(event="name.seated").first()
    assert row is not None
    assert (row.told, row.waited) == (0, 26 * 60_000)
