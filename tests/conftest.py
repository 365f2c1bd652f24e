"""Fixtures for all tests."""

from collections.abc import Generator
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker

from tests import db_template
from tests.db_reset import empty, pristine_rows
from tests.live_room import Closed, LiveRoom
from tests.live_room import closed_room as run_closed_room
from tests.live_room import live_room as run_live_room
from tests.live_room import new_room as run_new_room
from tests.room_fixture import remember_pristine


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Take the database that is there when it was copied from the migrated one; it goes with the run."""
    return db_template.is_there()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Copy this worker's database where one was migrated for the run."""
    if db_template.is_there():
        db_template.copied_to(connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[None]:
    """Put the database back after tests that commit: roles and permissions stay, whatever the order."""
    with django_db_blocker.unblock():
        pristine = pristine_rows()
        remember_pristine(pristine)

    def put_back(_case: TransactionTestCase) -> None:
        empty(pristine)

    with patch.object(TransactionTestCase, "_fixture_teardown", put_back):
        yield
    with django_db_blocker.unblock():
        _disconnect_others()


def _disconnect_others() -> None:
    """Let PostgreSQL drop the test database: threads of asynchronous tests outlive their test."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def closed_room(tmp_path_factory: pytest.TempPathFactory) -> Generator[Closed]:
    """A demo room as its first day left it; the rooms of tests begin as its copies."""
    with run_closed_room(tmp_path_factory.mktemp("room")) as room:
        yield room


@pytest.fixture
def live_room(closed_room: Closed) -> Generator[LiveRoom]:
    """Open a demo room of this test's own."""
    with run_live_room(closed_room) as room:
        yield room


@pytest.fixture(scope="module")
def new_room(tmp_path_factory: pytest.TempPathFactory) -> Generator[LiveRoom]:
    """Open a room on a machine that never had one; it goes through all tests of a module."""
    with run_new_room(tmp_path_factory.mktemp("new")) as room:
        yield room
