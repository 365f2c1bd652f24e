"""The database refuses to change the log."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction

from journal.models import Entry
from journal.store import Snapshot, append, create_stream

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
APPEND_ONLY_MESSAGE = "The journal is append-only"


@pytest.fixture
def entry(db: None) -> Entry:
    append(
        stream=create_stream(key="table.1"),
        command_id="one",
        events=[("table.created", 1, b"{}")],
        actor="staff.1",
        at=NOW,
        snapshot=Snapshot(state=b"", listed={}, base_seq=0),
    )
    return Entry.objects.get()


def test_entry_cannot_be_changed(entry: Entry) -> None:
    with pytest.raises(IntegrityError, match=APPEND_ONLY_MESSAGE), transaction.atomic():
        Entry.objects.update(data='{"pot": 1}')
    entry.refresh_from_db()
    assert entry.data == "{}"


def test_entry_cannot_be_deleted(entry: Entry) -> None:
    with pytest.raises(IntegrityError, match=APPEND_ONLY_MESSAGE), transaction.atomic():
        Entry.objects.all().delete()
    assert Entry.objects.count() == 1


def test_log_cannot_be_emptied(entry: Entry) -> None:
    connection.check_constraints()  # otherwise PostgreSQL refuses for its own reasons
    statement = "DELETE FROM" if connection.vendor == "sqlite" else "TRUNCATE"
    with pytest.raises(IntegrityError, match=APPEND_ONLY_MESSAGE), transaction.atomic():
        connection.cursor().execute(f"{statement} journal_entry")
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("copied_from", ["id", "seq", "command_id"])
def test_entry_cannot_be_replaced(entry: Entry, copied_from: str) -> None:
    """`INSERT OR REPLACE` would delete the conflicting row. PostgreSQL has no such statement."""
    copy = Entry.objects.get()
    copy.id = entry.id + 1
    copy.seq = entry.seq + 1
    copy.command_id = "two"
    setattr(copy, copied_from, getattr(entry, copied_from))
    columns = [field.column for field in Entry._meta.concrete_fields]
    values = [getattr(copy, field.attname) for field in Entry._meta.concrete_fields]
    replace = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(IntegrityError), transaction.atomic():
        connection.cursor().execute(
            f"{replace} INTO journal_entry ({', '.join(f'{chr(34)}{c}{chr(34)}' for c in columns)})"
            f" VALUES ({', '.join(['%s'] * len(columns))})",
            values,
        )
    assert Entry.objects.get().hash == entry.hash


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", [1, 2])
def test_committed_rows_are_removed_after_a_test(time: int) -> None:
    assert not Entry.objects.exists()
    append(
        stream=create_stream(key="table.1"),
        command_id="one",
        events=[("table.created", 1, b"{}")],
        actor="",
        at=NOW,
        snapshot=Snapshot(state=b"", listed={}, base_seq=0),
    )
    with pytest.raises(IntegrityError, match=APPEND_ONLY_MESSAGE):
        Entry.objects.update(data="")
