"""Fixtures for all tests."""

from collections.abc import Generator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker

from journal import triggers
from journal.kept import keep, let_go
from tests.live import Closed, LiveRoom
from tests.live import closed_room as run_closed_room
from tests.live import live_room as run_live_room

# Tables beside the log whose rows are written once, and how their migration says so.
KEPT = {
    "tables_rulesfrom": "A version of the house rules",
    "rulings_version": "A version of the rulebook",
    "rulings_ruling": "A ruling",
    "rulings_incident": "An incident",
    "rulings_incidentnote": "A note on an incident",
    "players_sanction": "A sanction",
    "players_lifting": "The lifting of a sanction",
    "players_apart": "What was decided of two players",
    "players_change": "A change of a player",
    "players_merge": "A merge of two players",
    "players_selfexclusion": "A self-exclusion",
}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[None]:
    """Let tests that commit be cleaned up after.

    Django empties the tables after such a test. The log and the rulebook refuse that, so their triggers are away
    meanwhile; and what migrations had put there (roles, permissions) is put back, so that no test
    depends on the order.
    """
    with django_db_blocker.unblock():
        pristine = connection.creation.serialize_db_to_string()

    def empty(_case: TransactionTestCase) -> None:
        with connection.schema_editor() as editor:
            triggers.drop(None, editor)
            for table in KEPT:
                let_go(table)(None, editor)
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=True)
        connection.creation.deserialize_db_from_string(pristine)
        with connection.schema_editor() as editor:
            triggers.create(None, editor)
            for table, what in KEPT.items():
                keep(table, what)(None, editor)

    with patch.object(TransactionTestCase, "_fixture_teardown", empty):
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
def live_room(tmp_path: Path, closed_room: Closed) -> Generator[LiveRoom]:
    """Open a demo room of this test's own."""
    with run_live_room(tmp_path, like=closed_room) as room:
        yield room


@pytest.fixture
def new_room(tmp_path: Path) -> Generator[LiveRoom]:
    """Open a room on a machine that never had one."""
    with run_live_room(tmp_path) as room:
        yield room
