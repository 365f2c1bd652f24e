"""Fixtures of the journal tests."""

import pytest

from tests.support.logged_table import LoggedTable


@pytest.fixture
def table(db: None) -> LoggedTable:
    """A table with three players, open."""
    return LoggedTable()
