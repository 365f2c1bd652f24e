"""Fixtures: staff of the audit tests and authenticator codes."""

import pytest

from tests.support.database_choice import choose_both, choose_sqlite, commits
from tests.support.staff_fixtures import (
    House,
    authenticator_code,
    enroll,
    game,
    house,
    room,
)

__all__ = ["House", "authenticator_code", "enroll", "game", "house", "room"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of requests on SQLite, and those that commit on both databases."""
    if commits(item):
        choose_both(item)
    else:
        choose_sqlite(item)
