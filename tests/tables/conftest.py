"""Fixtures of the tables' tests."""

import pytest
from pytest_django import Settings

from players import roster, standing
from poker.commands import SetButton
from tests.tables.room import Small, small_room


@pytest.fixture(autouse=True)
def _quick(settings: Settings) -> None:
    """Cheap hashes, and no names of another test: the short list is kept for half a minute."""
    settings.PASSWORD_HASHERS = ["tests.tables.hasher.CheapArgon2"]
    roster.names_forget()
    standing.marks_forget()


@pytest.fixture
def room(db: None) -> Small:
    """A closed, empty table."""
    return small_room()


@pytest.fixture
def game(room: Small) -> Small:
    """Four players, open, the button on seat 1."""
    room.sit(1, 2, 3, 4)
    room.open()
    room.do(SetButton(seat=1))
    return room
