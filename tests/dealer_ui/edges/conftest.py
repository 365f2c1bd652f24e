"""Fixtures of the table tests."""

import pytest

from tests.support.database_choice import choose_postgresql, choose_sqlite, commits
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of sockets, which commit, on PostgreSQL: the tablets in the browser open sockets on SQLite."""
    if commits(item):
        choose_postgresql(item)
    else:
        choose_sqlite(item)
