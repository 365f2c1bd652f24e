"""Appending to a stream and reading from it."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from journal import store
from journal.chain import GENESIS
from journal.models import Entry, Stream
from journal.store import Snapshot, StaleStream, append, command_entries, create_stream, entries
from poker import commands
from tables.table_log import batches
from tests.support.logged_table import HAND, START, LoggedTable

PICTURE = Snapshot(state=b"{}", listed={"pot": 0}, base_seq=0)


@pytest.fixture
def stream(db: None) -> Stream:
    return create_stream(key="table.1")


def append_events(stream: Stream, command_id: str, *names: str) -> None:
    """Append events without content."""
    append(
        stream=stream,
        command_id=command_id,
        events=[(name, 1, b'{"n":1}') for name in names],
        actor="staff.1",
        at=START,
        snapshot=PICTURE,
    )


def test_stream_position_grows_by_one_per_event(stream: Stream) -> None:
    append_events(stream, "one", "a", "b")
    append_events(stream, "two", "c")
    stored_stream = Stream.objects.get()
    assert (stored_stream.seq, stored_stream.hash, bytes(stored_stream.state)) == (
        3,
        stream.hash,
        b"{}",
    )
    assert stored_stream.view == {"pot": 0}
    assert stored_stream.updated_at == START


def test_each_entry_contains_the_previous_hash(stream: Stream) -> None:
    append_events(stream, "one", "a", "b")
    append_events(stream, "two", "c")
    first, second, third = Entry.objects.order_by("seq")
    assert first.prev_hash == GENESIS
    assert (second.prev_hash, third.prev_hash) == (first.hash, second.hash)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seq", 2),
        ("command_id", "other"),
        ("index", 1),
        ("name", "b"),
        ("version", 2),
        ("data", "{}"),
        ("at", START + timedelta(microseconds=1)),
        ("actor", "staff.2"),
        ("prev_hash", "f" * 64),
    ],
)
def test_the_hash_covers_every_field(stream: Stream, field: str, value: object) -> None:
    append_events(stream, "one", "a")
    entry = Entry.objects.get()
    assert store.entry_hash(entry, stream_key="table.1") == entry.hash
    assert store.entry_hash(entry, stream_key="table.2") != entry.hash
    setattr(entry, field, value)
    assert store.entry_hash(entry, stream_key="table.1") != entry.hash


def test_a_command_is_stored_once(stream: Stream) -> None:
    append_events(stream, "one", "a")
    with pytest.raises(IntegrityError), transaction.atomic():
        append_events(stream, "one", "a")
    assert Entry.objects.count() == 1


def test_a_command_is_found_by_its_id(stream: Stream) -> None:
    append_events(stream, "one", "a", "b")
    append_events(stream, "two", "c")
    assert [entry.name for entry in command_entries(stream=stream, command_id="one")] == ["a", "b"]
    assert command_entries(stream=stream, command_id="three") == []


def test_appending_to_a_stale_stream_raises(stream: Stream) -> None:
    current_stream = Stream.objects.get()
    append_events(stream, "one", "a")
    Stream.objects.update(seq=5)
    current_stream.seq = 3
    with pytest.raises(StaleStream), transaction.atomic():
        append_events(current_stream, "two", "b")
    assert Entry.objects.count() == 1


def test_append_without_events_is_refused(stream: Stream) -> None:
    with pytest.raises(ValueError, match="without events"):
        append_events(stream, "one")


def test_entries_are_read_in_order_and_by_page(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PAGE_SIZE", 2)
    append_events(stream, "one", *"abcde")
    assert [entry.name for entry in entries(stream=stream)] == list("abcde")
    assert [entry.name for entry in entries(stream=stream, since=1, until=4)] == list("bcd")
    assert list(entries(stream=stream, since=5)) == []


@pytest.mark.parametrize("before", [0, 300])
def test_a_longer_log_takes_no_more_statements_to_append(
    stream: Stream, before: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    if before:
        append_events(stream, "before", *["a"] * before)
    with (
        transaction.atomic(),
        django_assert_num_queries(2 if connection.vendor == "postgresql" else 3),
    ):
        append_events(Stream.objects.select_for_update().get(pk=stream.pk), "one", "a", "b", "c")


def test_entries_are_grouped_by_command_in_order(table: LoggedTable) -> None:
    table.execute(*HAND)
    command_events = list(batches(entries(stream=table.stream)))
    assert [batch.command_id for batch in command_events] == [f"command-{n}" for n in range(1, 10)]
    assert sum(len(batch.events) for batch in command_events) == table.stream.seq


def test_checkpoint_is_the_start_of_the_hand(table: LoggedTable) -> None:
    before = table.stream.seq
    table.execute(*HAND)
    assert table.stream.base_seq == before
    first = next(entries(stream=table.stream, since=table.stream.base_seq))
    assert first.name == "hand.started"
    assert isinstance(HAND[0], commands.Act)


def test_statements_of_every_command_are_prepared(stream: Stream) -> None:
    """PostgreSQL parses and plans each statement once per connection, whatever the size of the values."""
    append_events(stream, "one", "a", "b")
    locked = store.stream_locked(stream.pk)
    assert locked is not None
    append_events(locked, "two", "c")
    assert [entry.seq for entry in entries(stream=locked)] == [1, 2, 3]
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = [statement for (statement,) in cursor.fetchall()]
    for begin in ("SELECT id, key, seq", "WITH stream AS (UPDATE journal_stream SET"):
        assert [text for text in prepared if text.startswith(begin)], prepared
    assert not [text for text in prepared if '"journal_entry"."seq"' in text], "of the ORM"
