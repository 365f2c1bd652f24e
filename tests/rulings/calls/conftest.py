"""Fixtures: a table where the turn came too early, its dealer, two supervisors and a manager."""

import pytest

from tests.support.call_fixtures import floor, game, room
from tests.support.database_choice import choose_postgresql

__all__ = ["floor", "game", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL: pages and requests send the same queries to SQLite."""
    choose_postgresql(item)
