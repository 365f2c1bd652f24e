"""Fixtures: a small room with two managers and its rulebook."""

import pytest

from tests.support.database_choice import choose_postgresql
from tests.support.rulebook_fixtures import game, house, room

__all__ = ["game", "house", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL: pages and requests send the same queries to SQLite."""
    choose_postgresql(item)
