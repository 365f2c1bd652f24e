"""Quoted waits are stored with the entry, and their accuracy is shown once enough players were seated."""

from datetime import timedelta

import pytest

from poker.commands import LeaveSeat
from tests.support.desk import KEY, Desk, create_desk
from waitlist.messages import accuracy_text as sentence
from waitlist.models import WaitlistChange
from waitlist.quoted_waits import MIN_QUOTES, quote_accuracy
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return create_desk()


UNKNOWN_WAIT = (-1, 0)


def quoted_waits(desk: Desk) -> list[tuple[int, int]]:
    return [(entry.quoted_wait, entry.quoted_error) for entry in desk.waitlist.entries]


def seat_after_minutes(desk: Desk, minutes: int, name: str) -> None:
    """Add a player, seat them after these minutes and let them leave."""
    desk.add(name)
    desk.now += timedelta(minutes=minutes, seconds=-1)
    desk.execute(c.ConfirmSeated(desk.entry_number(name), "T1", 5))
    desk.room.now = desk.now
    desk.room.execute(LeaveSeat(seat=5))


def test_quoted_wait_is_stored_with_the_entry(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Bell", "Moon", "Door")
    assert quoted_waits(desk) == [(0, 0)] * 5, "five seats are open"
    desk.add("Walk")
    assert quoted_waits(desk)[-1] == UNKNOWN_WAIT, "no seat was left yet: nothing is known"
    desk.now += timedelta(minutes=10)
    desk.room.now = desk.now
    for seat in (1, 2, 3):
        desk.room.execute(LeaveSeat(seat=seat))
    desk.now = desk.room.now
    desk.add("Lamp", "Coat")
    assert quoted_waits(desk)[-2:] == [(0, 0)] * 2, "eight seats are open"
    desk.add("Roof")
    assert quoted_waits(desk)[-1] == (2, -1), (
        "one player sits, and three departures leave open when they go"
    )
    desk.now += timedelta(minutes=29)
    desk.add(*(f"Guest {turn}" for turn in range(8)))
    assert quoted_waits(desk)[-1] == (60, -1), "more than an hour, for all that is known"
    desk.add("Gate", present=False)
    assert quoted_waits(desk)[-1] == UNKNOWN_WAIT, "who is on the way sits when he comes"


def test_full_table_has_a_quoted_wait(desk: Desk) -> None:
    desk.room.seat_players(5, 6, 7, 8, 9)
    desk.room.now = desk.now + timedelta(minutes=10)
    for seat in (1, 2, 3):
        desk.room.execute(LeaveSeat(seat=seat))
    desk.room.now += timedelta(minutes=1)
    desk.room.seat_players(1, 2, 3)
    desk.now = desk.room.now
    desk.add("Hat", "Crane")
    first, second = quoted_waits(desk)
    assert first == (3, 3), "nine sit, and three in a hundred minutes left"
    assert second[0] > first[0]
    assert second[1] > first[1]


def test_interest_list_quotes_waits_once_its_game_runs(desk: Desk) -> None:
    desk.execute(c.OpenWaitlist(KEY, "Limit 4/8", "interest", 6))
    desk.execute(c.OpenWaitlist("razz", "Razz", "interest", 6))
    desk.add("Hat")
    hat = desk.waitlist.entries[0]
    assert hat.quoted_wait == 0, "its game runs, with an open seat"
    razz = desk.execute(c.AddPlayer("razz", hat.player, "Hat")).state.waitlist("razz")
    assert razz is not None
    assert razz.entries[0].quoted_wait == -1, "nothing runs"


def test_quote_accuracy_needs_ten_entries(desk: Desk) -> None:
    for turn in range(MIN_QUOTES - 1):
        seat_after_minutes(desk, 6, f"Guest {turn}")
    assert (quote_accuracy(desk.room_id, KEY).minutes, quote_accuracy(desk.room_id, KEY).seats) == (
        None,
        MIN_QUOTES - 1,
    )
    assert "not enough players seated" in sentence(quote_accuracy(desk.room_id, KEY))
    seat_after_minutes(desk, 26, "Guest last")
    assert quote_accuracy(desk.room_id, KEY).minutes == 8, "nine by 6, one by 26"
    assert "off by 8 min on average (last 10 seated)" in sentence(quote_accuracy(desk.room_id, KEY))
    row = WaitlistChange.objects.filter(event="name.seated").first()
    assert row is not None
    assert (row.quoted_wait, row.waited) == (0, 26 * 60_000)
