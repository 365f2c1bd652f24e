"""Fixtures of the table tests."""

import pytest

from tests.support.database_choice import choose_sqlite
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of pages on SQLite: the tests of the domain send the same queries to PostgreSQL."""
    choose_sqlite(item)
