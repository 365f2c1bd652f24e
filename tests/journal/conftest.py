"""Fixtures of the journal tests."""

from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from tests.support.database_choice import choose_postgresql
from tests.support.logged_table import LoggedTable

# SQLite has neither partitions nor archives.
collect_ignore = (
    []
    if connection.vendor == "postgresql"
    else [
        "test_partitions.py",
        "test_archiving.py",
        "test_archived_erasure.py",
        "test_archived_pages.py",
    ]
)


@pytest.fixture
def table(db: None) -> LoggedTable:
    return LoggedTable()


@pytest.fixture
def folders(settings: Settings, tmp_path: Path) -> tuple[Path, Path]:
    """The two folders for backups."""
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.BACKUP_COPY_DIR = tmp_path / "copies"
    for folder in (settings.BACKUP_DIR, settings.BACKUP_COPY_DIR):
        folder.mkdir()
    return settings.BACKUP_DIR, settings.BACKUP_COPY_DIR


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the domain on PostgreSQL. Page and request tests send the same queries to SQLite."""
    choose_postgresql(item)
