"""Names added in one minute by eight desks, a thousand before a release; two desks and one seat."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection, connections

from journal.models import Entry, Stream
from journal.verify import verify
from players.roster import player_named
from poker.refusal import Refusal
from tests.support.desk import KEY, Desk, create_desk
from tests.support.law_examples import example_count
from waitlist.models import WaitlistChange
from waitlist.rules import commands as c
from waitlist.seatings import waitlist_execute

DESKS = 8
# A thousand queue at the opening of a large room, which is on PostgreSQL; desks wait for each other on both.
ENTRIES_PER_DESK = example_count(125) if connection.vendor == "postgresql" else 10
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.on_both]


def test_eight_desks_add_players_concurrently() -> None:
    desk = create_desk()
    aliases = [
        [f"{row} of desk {number}" for row in range(ENTRIES_PER_DESK)] for number in range(DESKS)
    ]
    keys = {a: player_named(key="", alias=a).key for rows in aliases for a in rows}
    barrier = Barrier(DESKS)

    def add_name(number: int) -> None:
        barrier.wait()
        for alias in aliases[number]:
            try:
                waitlist_execute(
                    room_id=desk.room_id,
                    command_id=str(uuid4()),
                    command=c.AddPlayer(KEY, keys[alias], alias),
                    actor=f"staff.{number}",
                    now=desk.now + timedelta(seconds=1),
                )
            finally:
                connections.close_all()  # as after each request

    with ThreadPoolExecutor(DESKS) as pool:
        list(pool.map(add_name, range(DESKS)))

    names = desk.names
    assert sorted(names) == sorted(alias for rows in aliases for alias in rows)
    assert [entry.number for entry in desk.waitlist.entries] == list(
        range(1, DESKS * ENTRIES_PER_DESK + 1)
    )
    stream = Stream.objects.get(key=f"lists.{desk.room_id}")
    entries = Entry.objects.filter(stream=stream, name="name.added").order_by("seq")
    assert entries.count() == DESKS * ENTRIES_PER_DESK
    for rows in aliases:
        assert [name for name in names if name in set(rows)] == rows, "each desk's in its order"
    placed = WaitlistChange.objects.filter(event="name.added").order_by("seq")
    assert list(placed.values_list("name", "to")) == [(n, i) for i, n in enumerate(names, 1)]
    verify(stream=stream)


def test_concurrent_seating_of_two_players_in_one_seat() -> None:
    desk = create_desk()
    desk.add("Hat", "Crane")
    assert sorted(_run_at_once(desk, [("Hat", 5), ("Crane", 5)])) == ["chair_taken", "seated"]
    desk.room.table.stream.refresh_from_db()
    seated_name = desk.room.table.view.seats[4].name
    assert desk.names == [name for name in ("Hat", "Crane") if name != seated_name], (
        "the other waits on"
    )


def test_concurrent_seating_of_one_player_in_two_seats() -> None:
    desk = create_desk()
    desk.add("Hat")
    assert sorted(_run_at_once(desk, [("Hat", 5), ("Hat", 6)])) == ["not_on_a_list", "seated"]


def _run_at_once(desk: Desk, wishes: list[tuple[str, int]]) -> list[str]:
    numbers = {name: desk.entry_number(name) for name, _ in wishes}
    barrier = Barrier(len(wishes))

    def seat_wish(wish: tuple[str, int]) -> str:
        name, seat = wish
        barrier.wait()
        try:
            waitlist_execute(
                room_id=desk.room_id,
                command_id=str(uuid4()),
                command=c.ConfirmSeated(numbers[name], "T1", seat, reason="first to answer"),
                actor=f"staff.{name}",
                now=desk.now + timedelta(seconds=1),
            )
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "seated"

    with ThreadPoolExecutor(len(wishes)) as pool:
        return list(pool.map(seat_wish, wishes))
