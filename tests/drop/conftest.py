"""Fixtures: a table with a drop, its drop box, and staff."""

import pytest

from tests.support.database_choice import choose_postgresql
from tests.support.drop_fixtures import game, house, room

__all__ = ["game", "house", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL. Page and request tests send the same queries to SQLite."""
    choose_postgresql(item)
