"""Fixtures of the tables' tests."""

import pytest

from players import roster
from tests.tables.room import Small, small_room


@pytest.fixture
def room(db: None) -> Small:
    """A closed, empty table."""
    roster.names_forget()
    return small_room()


@pytest.fixture
def game(room: Small) -> Small:
    """Four players, open, the button on seat 1."""
    from poker.commands import SetButton

    room.sit(1, 2, 3, 4)
    room.open()
    room.do(SetButton(seat=1))
    return room
