"""Fixtures of the tables' tests."""

import pytest
from pytest_django import Settings

from players import roster, standing
from tests.room_fixture import again
from tests.tables.room import Small, dealt_in, game_of, small_room


@pytest.fixture(autouse=True)
def _quick(settings: Settings) -> None:
    """Cheap hashes, and no names of another test: the short list is kept for half a minute."""
    settings.PASSWORD_HASHERS = ["tests.tables.hasher.CheapArgon2"]
    roster.clear_name_cache()
    standing.clear_flag_cache()


@pytest.fixture
def room(db: None) -> Small:
    """A closed, empty table."""
    return again(small_room)


@pytest.fixture
def game(request: pytest.FixtureRequest, db: None) -> Small:
    """Four players, open, the button on seat 1; in the test's own room where it has one."""
    if "room" in request.fixturenames:
        return dealt_in(request.getfixturevalue("room"))
    return again(game_of)
