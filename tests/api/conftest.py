"""Fixtures: a small room and API clients with tokens."""

import pytest

from tests.support.api_fixtures import (
    _unlimited_rates,
    create_client,
    game,
    house,
    room,
    webhook,
)
from tests.support.database_choice import choose_both, choose_sqlite, commits

__all__ = [
    "_unlimited_rates",
    "create_client",
    "game",
    "house",
    "room",
    "webhook",
]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of requests on SQLite, and those that commit on both databases."""
    if commits(item):
        choose_both(item)
    else:
        choose_sqlite(item)
