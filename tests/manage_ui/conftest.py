"""Fixtures: a small room with a game, and two managers at its settings."""

import pytest

from tests.support.database_choice import choose_sqlite
from tests.support.manage_fixtures import game, hornbeam, linden, room

__all__ = ["game", "hornbeam", "linden", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of pages on SQLite: the tests of the domain send the same queries to PostgreSQL."""
    choose_sqlite(item)
