"""Fixtures: a table, and a room with a tablet, a trainee and a trainer."""

import pytest

from tests.support.database_choice import choose_postgresql
from tests.support.school_room import SchoolRoom, create_school_room
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]


@pytest.fixture
def school(db: None) -> SchoolRoom:
    """A room with a tablet, a trainee and a trainer."""
    return create_school_room()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL: pages and requests send the same queries to SQLite."""
    choose_postgresql(item)
