"""Fixtures: a room with closed tables, and an event with an empty log."""

import pytest

from tests.support.database_choice import choose_sqlite
from tests.tournaments.event_room import EventRoom, create_event_room


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests on SQLite. Those that need several connections choose PostgreSQL themselves."""
    choose_sqlite(item)


@pytest.fixture
def event_room(db: None) -> EventRoom:
    return create_event_room()
