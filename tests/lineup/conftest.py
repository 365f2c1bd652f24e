"""Fixtures: a room with a table and its dealers."""

import pytest

from tests.support.database_choice import choose_postgresql
from tests.support.shift_fixtures import shift

__all__ = ["shift"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the log on PostgreSQL. Page tests send the same queries to SQLite."""
    choose_postgresql(item)
