"""A room with two tables and a waitlist."""

import pytest

from tests.support.database_choice import choose_postgresql
from tests.support.desk import Desk, create_desk


@pytest.fixture
def desk(db: None) -> Desk:
    """T1 with four players, open; an empty waitlist for its game."""
    return create_desk()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL: pages and requests send the same queries to SQLite."""
    choose_postgresql(item)
