"""Fixtures of the table tests."""

import pytest

from tests.support.room import TableDriver, create_game, create_room, open_game
from tests.support.room_fixture import build_or_restore


@pytest.fixture
def room(db: None) -> TableDriver:
    """A closed, empty table."""
    return build_or_restore(create_room)


def has_own_table(request: pytest.FixtureRequest) -> bool:
    """Return whether the test also requests its table; a fixture around the table then uses it."""
    return bool({"game", "room"} & set(request.fixturenames))


@pytest.fixture
def game(request: pytest.FixtureRequest, db: None) -> TableDriver:
    """Four players, open, the button on seat 1; in the test's room if it has one."""
    if "room" in request.fixturenames:
        return open_game(request.getfixturevalue("room"))
    return build_or_restore(create_game)
