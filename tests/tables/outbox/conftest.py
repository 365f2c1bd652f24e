"""The databases that these tests run on."""

import pytest

from tests.support.database_choice import choose_postgresql


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL. Page and request tests send the same queries to SQLite."""
    choose_postgresql(item)
