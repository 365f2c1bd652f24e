"""A small simulated night, rolled up; shared by the tests of a module, which only read."""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from players import roster, standing
from reports.rollups.room import room_roll_up
from tables.models import Room
from tests.reports.mishaps import mishaps
from tests.room_fixture import again
from tools.simulation.clock import Clock
from tools.simulation.night import Night
from tools.simulation.room_setup import SimulatedRoom, room_create
from tools.simulation.runner import NightRunner

BEGINS = datetime(2026, 11, 21, 21, 48, tzinfo=UTC)  # over the turn of an hour and of a shift


@dataclass(frozen=True)
class Past:
    """A night that is over. now: when it was."""

    house: SimulatedRoom
    now: datetime


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[Past]:
    """Six tables for most of half an hour, with many calls; played once a worker, taken back after the module."""
    _forget()
    atomic = transaction.atomic()
    atomic._from_testcase = True  # type: ignore[attr-defined]  # as Django's own TestCase has it
    with (
        django_db_blocker.unblock(),
        override_settings(PASSWORD_HASHERS=["tests.tables.hasher.CheapArgon2"]),
        atomic,
    ):
        yield again(_played)
        transaction.set_rollback(True)
    _forget()


def _played() -> Past:
    room = Room.objects.create(name="Rolled night")
    house = room_create(room=room, tables=6, now=BEGINS)
    played = Night(house=house, clock=Clock(BEGINS), seed="rolled", seconds=26 * 60)
    with patch("tools.simulation.conduct.RATE", 0.2):  # so that there are incidents to count
        NightRunner(played, trouble=0.25).go_by()
    mishaps(played)
    room_roll_up(room, until=played.now)
    return Past(house, played.now)


def _forget() -> None:
    """Names of another test are kept for half a minute."""
    roster.clear_name_cache()
    standing.clear_flag_cache()
