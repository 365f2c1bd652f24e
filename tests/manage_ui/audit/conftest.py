"""Fixtures: a table with hands, staff of each role, and their browsers."""

import pytest

from tests.support.audit_fixtures import game, house, room
from tests.support.database_choice import choose_sqlite

__all__ = ["game", "house", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of pages on SQLite: the tests of the domain send the same queries to PostgreSQL."""
    choose_sqlite(item)
