"""Fixtures for all tests."""

from collections.abc import Generator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase
from django.utils import timezone
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from journal.caches import clear_caches
from journal.device_context import set_device, set_network
from ops.health.monitor import HealthReport, monitor
from players import roster, standing
from staff.house_currency import forget_currency
from staff.time_zone import forget_time_zone
from tests.support import db_template
from tests.support.cheap_hashes import hash_cheaply
from tests.support.chromium import SHARED
from tests.support.db_reset import pristine_rows, reset_database
from tests.support.live_room import ClosedRoom, LiveRoom
from tests.support.live_room import closed_room as run_closed_room
from tests.support.live_room import live_room as run_live_room
from tests.support.live_room import new_room as run_new_room
from tests.support.room_fixture import remember_pristine


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Keep the database if it was copied from the migrated template; it is deleted after the run."""
    return db_template.has_template()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Copy the migrated template into this process's database, if the run has one."""
    if db_template.has_template():
        test_settings = connection.settings_dict["TEST"]
        test_settings["NAME"] = test_settings["NAME"] or "test_floorbook"
        db_template.copy_template(test_settings["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[None]:
    """Restore the database after tests that commit, so that roles and permissions remain."""
    with django_db_blocker.unblock():
        pristine = pristine_rows()
        remember_pristine(pristine)

    def restore_database(_test_case: TransactionTestCase) -> None:
        reset_database(pristine)

    with patch.object(TransactionTestCase, "_fixture_teardown", restore_database):
        yield
    SHARED.stop()
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


@pytest.fixture(scope="session", autouse=True)
def _find_static_files_when_asked() -> None:
    """Each test client has its own middleware; without this, each of them reads every static file first."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def _no_health_checks() -> Generator[None]:
    """Let pages find nothing wrong: the checks write from a thread, outside a test's transaction."""
    with patch.object(monitor(), "read", lambda **_: HealthReport(timezone.now(), ())):
        yield


@pytest.fixture(scope="session", autouse=True)
def _hash_cheaply() -> None:
    """Hash PINs and passwords at the least cost."""
    hash_cheaply()


@pytest.fixture(autouse=True)
def _empty_caches() -> None:
    """Clear what other tests cached for players, rooms and tables with the same keys."""
    roster.clear_name_cache()
    standing.clear_flag_cache()
    clear_caches()


@pytest.fixture(autouse=True)
def _no_device() -> None:
    """Reset the device and network that an earlier test may have left in this thread."""
    set_device("")
    set_network("")


@pytest.fixture(autouse=True)
def _dollars() -> Generator[None]:
    """Write dollars in each test, whatever the one before wrote: the process has one currency."""
    yield
    forget_currency()
    forget_time_zone()


@pytest.fixture(scope="session")
def closed_room(tmp_path_factory: pytest.TempPathFactory) -> Generator[ClosedRoom]:
    """A stopped demo room after its first start; live rooms are copies of it."""
    with run_closed_room(tmp_path_factory.mktemp("room")) as room:
        yield room


@pytest.fixture
def live_room(closed_room: ClosedRoom) -> Generator[LiveRoom]:
    """A running demo room for this test."""
    with run_live_room(closed_room) as room:
        yield room


@pytest.fixture
def new_room(tmp_path: Path) -> Generator[LiveRoom]:
    """A running room on an empty data folder."""
    with run_new_room(tmp_path) as room:
        yield room


@pytest.fixture(scope="module")
def chromium() -> Generator[Browser]:
    """Chromium; windows that tests of this module opened are closed after the module."""
    with SHARED.use() as browser:
        yield browser


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Stop the shared browser before a test that drives none."""
    if not item.get_closest_marker("browser"):
        SHARED.stop()


def pytest_sessionfinish() -> None:
    """Stop the shared browser after the last test."""
    SHARED.stop()
