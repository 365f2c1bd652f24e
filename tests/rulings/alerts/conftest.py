"""Fixtures: a table, and a push service on loopback."""

import pytest

from tests.support.alert_fixtures import push
from tests.support.database_choice import choose_postgresql
from tests.support.table_fixtures import game, room

__all__ = ["game", "push", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL: pages and requests send the same queries to SQLite."""
    choose_postgresql(item)
