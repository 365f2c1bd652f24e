"""Fixtures: an empty installation, and a browser that goes through its setup."""

import pytest

from tests.support.database_choice import choose_sqlite
from tests.support.setup_pages import setup

__all__ = ["setup"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of pages on SQLite: the tests of the domain send the same queries to PostgreSQL."""
    choose_sqlite(item)
