"""Many writers at one table."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections

from journal.models import Entry
from journal.verify import verify
from players.models import Player
from poker.refusal import Refusal
from tables.seating import player_seat
from tests.support.room import NOW, create_room

WRITERS = 8
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.on_both]


def test_concurrent_writers_seat_one_player() -> None:
    room = create_room()
    barrier = Barrier(WRITERS)

    def write(number: int) -> str:
        barrier.wait()
        try:
            player_seat(
                table_id=room.table.pk,
                seat=5,
                player="",
                name=f"Pebble {number}",
                stack=None,
                command_id=str(uuid4()),
                seen=1,
                actor=f"staff.{number}",
                now=NOW,
            )
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "seated"

    with ThreadPoolExecutor(WRITERS) as pool:
        results = sorted(pool.map(write, range(WRITERS)))

    assert results == ["seat_taken"] * (WRITERS - 1) + ["seated"]
    assert Entry.objects.filter(stream=room.table.stream).count() == 2
    assert Player.objects.count() == 1, "whoever was not seated was not made"
    verify(stream=room.table.stream)


def test_command_sent_eight_times_is_executed_once() -> None:
    room = create_room()
    barrier = Barrier(WRITERS)
    command_id = str(uuid4())

    def write(_number: int) -> bool:
        barrier.wait()
        try:
            return player_seat(
                table_id=room.table.pk,
                seat=5,
                player="",
                name="Pebble",
                stack=None,
                command_id=command_id,
                seen=1,
                actor="staff.1",
                now=NOW,
            ).repeated
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        repeated = sorted(pool.map(write, range(WRITERS)))

    assert repeated == [False] + [True] * (WRITERS - 1)
    assert Entry.objects.filter(stream=room.table.stream).count() == 2
