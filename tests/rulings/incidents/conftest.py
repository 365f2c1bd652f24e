"""Fixtures of the table tests."""

import pytest

from tests.support.database_choice import choose_both, choose_sqlite, commits
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of requests on SQLite, and those that commit on both databases."""
    if commits(item):
        choose_both(item)
    else:
        choose_sqlite(item)
