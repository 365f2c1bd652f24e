"""Where the tests of this package run."""

import pytest

from tests.support.database_choice import choose_both, choose_sqlite, commits


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of requests on SQLite, and those that commit on both databases."""
    if commits(item):
        choose_both(item)
    else:
        choose_sqlite(item)
