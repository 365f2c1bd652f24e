"""A small simulated night, rolled up. The tests of a module share it read-only."""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from players import roster, standing
from reports.rollups.room import room_roll_up
from staff.models import Room
from tests.support.mishaps import add_mishaps
from tests.support.room_fixture import build_or_restore
from tools.simulation.clock import Clock
from tools.simulation.night import Night
from tools.simulation.room_setup import SimulatedRoom, room_create
from tools.simulation.runner import NightRunner

BEGINS = datetime(2026, 11, 21, 21, 47, tzinfo=UTC)  # over the turn of an hour and of a shift
MINUTES = 26


@dataclass(frozen=True)
class SimulatedNight:
    house: SimulatedRoom
    now: datetime


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[SimulatedNight]:
    """Twenty-six minutes with many floor calls, played once per worker and rolled back after the module."""
    _clear_name_caches()
    atomic = transaction.atomic()
    atomic._from_testcase = True  # type: ignore[attr-defined]  # as Django's own TestCase has it
    with (
        django_db_blocker.unblock(),
        atomic,
    ):
        yield build_or_restore(_play_night)
        transaction.set_rollback(True)
    _clear_name_caches()


def _play_night() -> SimulatedNight:
    room = Room.objects.create(name="Rolled night")
    house = room_create(room=room, tables=5, now=BEGINS)
    simulation = Night(house=house, clock=Clock(BEGINS), seed="rolled", seconds=MINUTES * 60)
    # Adds incidents to count, and rulings other than the proposed ones.
    with (
        patch("tools.simulation.conduct.RATE", 0.2),
        patch("tools.simulation.calls.ACCEPTED", 0.8),
    ):
        NightRunner(simulation, trouble=0.25, promotions=False).go_by()
    add_mishaps(simulation)
    room_roll_up(room, until=simulation.now)
    return SimulatedNight(house, simulation.now)


def _clear_name_caches() -> None:
    """Clear the names that other tests cached."""
    roster.clear_name_cache()
    standing.clear_flag_cache()
