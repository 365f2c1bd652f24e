"""Fixtures: a floor call and signed-in clients."""

import pytest

from tests.support.database_choice import choose_sqlite
from tests.support.floor_fixtures import desk, floor, game, room

__all__ = ["desk", "floor", "game", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of pages on SQLite. The tests of the domain send the same queries to PostgreSQL."""
    choose_sqlite(item)
