"""A small simulated night, rolled up; the tests of a module share it and only read."""

import pytest

from tests.support.database_choice import choose_postgresql
from tests.support.report_fixtures import night

__all__ = ["night"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL: pages and requests send the same queries to SQLite."""
    choose_postgresql(item)
