"""Fixtures of the table tests."""

import pytest

from tests.support.database_choice import choose_postgresql
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL: pages and requests send the same queries to SQLite."""
    choose_postgresql(item)
