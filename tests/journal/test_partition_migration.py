"""A log that was stored before there were partitions becomes the first one. Only on PostgreSQL (`conftest.py`)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from ops.backup.backup_restore import database
from ops.backup.postgresql import Postgresql
from tests.support.fork_server import PROJECT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.release]
LOG = "from tests.support.logged_table import HAND, LoggedTable; LoggedTable().execute(*HAND)"


@pytest.fixture
def empty() -> Iterator[Postgresql]:
    """An empty database of the same server."""
    source = database(connection.settings_dict)
    assert isinstance(source, Postgresql)
    name = f"unpartitioned_{uuid4().hex[:8]}"
    source._server("CREATE DATABASE {}", name)
    yield Postgresql(name, source.host, source.port, source.user, source.password)
    source._server("DROP DATABASE {} WITH (FORCE)", name)


def manage(at: Postgresql, *words: str) -> str:
    environment = os.environ | {"DATABASE_URL": at.url()}
    result = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=PROJECT, env=environment, capture_output=True, text=True, check=True
    )  # fmt: skip
    return result.stdout


def test_log_that_is_there_becomes_the_first_partition(empty: Postgresql, tmp_path: Path) -> None:
    manage(empty, "migrate", "journal", "0003", "--verbosity=0")
    manage(empty, "shell", "--no-imports", "-c", LOG)
    manage(empty, "migrate", "--verbosity=0")
    assert "chain and view agree" in manage(empty, "verify_journal")  # compares the triggers, too
    assert manage(empty, "journal_months").startswith("before-")
    with empty._connected(empty.name) as server:
        row = server.execute("SELECT count(*), max(id) FROM journal_entry_before").fetchone()
        assert row is not None
        assert row[0] == row[1] > 10
        dropped = server.execute(
            "SELECT count(*) FROM pg_indexes WHERE indexname LIKE '%hands_begun'"
            " OR tablename LIKE 'journal_entry%' AND indexdef LIKE '%(at, stream_id) WHERE%'"
        ).fetchone()
        assert dropped == (0,)
        for table in ("journal_entry", "journal_entry_before"):
            with pytest.raises(psycopg.Error, match="append-only"), server.transaction():
                server.execute(f"DELETE FROM {table}")
        with pytest.raises(psycopg.errors.UniqueViolation), server.transaction():
            server.execute(
                'INSERT INTO journal_entry (stream_id, seq, command_id, "index", name, version, data, at, actor,'
                " prev_hash, hash) SELECT stream_id, seq, 'another', 0, name, version, data, at, actor, prev_hash,"
                " hash FROM journal_entry_before LIMIT 1"
            )
