"""A desk with one open table, and staff of each role."""

import pytest

from tests.support.database_choice import choose_sqlite
from tests.support.desk_fixtures import desk, desk_client

__all__ = ["desk", "desk_client"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of pages on SQLite: the tests of the domain send the same queries to PostgreSQL."""
    choose_sqlite(item)
