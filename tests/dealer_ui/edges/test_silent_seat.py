"""The silent seat as the room serves it: seconds of the room, and the time of the last act in the log."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from dealer_ui.table_data import ContextMessage, context_message
from poker import commands as c
from staff.models import Room
from tests.support.room import TableDriver
from tests.support.tablet import sign_in_tablet


@pytest.fixture(autouse=True)
def fresh_settings() -> Iterator[None]:
    """The server keeps a room's settings for ten seconds, and the rooms of tests have the same keys."""
    cache.clear()
    yield
    cache.clear()


def silent(tablet: Any) -> Any:
    return tablet.snapshot()["screen"]["silent"]


def test_snapshot_counts_from_the_last_act_in_the_log(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    assert silent(tablet) is None
    game.execute(c.Act(4, "raise", 800))
    at = int(game.now.timestamp() * 1000)
    seat = silent(tablet)
    assert (seat["seat"], seat["since"], seat["due"]) == (1, at, at + 20_000)
    game.execute(c.SitOut(2))
    assert silent(tablet)["since"] == at, "a seat that sits out next hand is no act"


def test_seconds_are_the_rooms(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    game.execute(c.Act(4, "raise", 800))
    Room.objects.update(silent_seat_seconds=45, turn_clock_seconds=60)
    cache.clear()
    seat = silent(tablet)
    assert seat["due"] - seat["since"] == 45_000
    assert seat["stage"]["key"]["do"]["args"]["seconds"] == 60
    Room.objects.update(silent_seat_seconds=0)
    cache.clear()
    assert silent(tablet) is None


def test_time_on_a_seat_is_stored_and_shown(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    game.execute(c.Act(4, "raise", 800))
    game.now = timezone.now()
    tablet.snapshot()
    assert tablet.tap("call_time", seat=1, seconds=30).status_code == 200
    assert silent(tablet)["time"]["until"]
    tablet.tap("stop_time", seat=1)
    assert silent(tablet)["time"] is None


def test_engine_gets_the_rooms_seconds(game: TableDriver) -> None:
    Room.objects.update(silent_seat_seconds=0, turn_clock_seconds=45)
    tablet = sign_in_tablet(game)
    tablet.device.table.room.refresh_from_db()
    message = context_message(tablet.device)
    assert isinstance(message, ContextMessage)
    room = message.context.room
    assert (room.silent_seconds, room.clock_seconds) == (0, 45)
