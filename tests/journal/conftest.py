"""Fixtures of the journal tests."""

import pytest
from django.db import connection

from tests.support.logged_table import LoggedTable

# SQLite has neither partitions nor archives.
collect_ignore = (
    []
    if connection.vendor == "postgresql"
    else ["test_partitions.py", "test_partition_migration.py", "test_archiving.py"]
)


@pytest.fixture
def table(db: None) -> LoggedTable:
    """A table with three players, open."""
    return LoggedTable()
