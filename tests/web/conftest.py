"""The databases that these tests run on."""

import pytest

from tests.support.database_choice import choose_sqlite


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of pages on SQLite. The tests of the domain send the same queries to PostgreSQL."""
    choose_sqlite(item)
