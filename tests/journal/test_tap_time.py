"""Entries from a tablet without a network: the time of the tap, the time of storing, and what readers see."""

from datetime import timedelta

from journal import store, tap_time
from journal.models import Entry
from manage_ui.audit.query import AuditQuery
from manage_ui.audit.search import search_events
from poker.commands import Act, FirstIn
from tables import table_log
from tests.support.room import TableDriver
from tests.support.table_fixtures import game, room

__all__ = ["game", "room"]
HOUR = timedelta(hours=1)


def store_late(game: TableDriver, *caveats: str) -> Entry:
    """Store an act an hour after its tap; return its last entry."""
    game.execute(FirstIn(seat=4))
    with tap_time.stored_later(game.now + HOUR, *caveats):
        game.execute(Act(seat=1, what="fold"))
    return Entry.objects.filter(stream=game.table.stream).latest("seq")


def test_both_times_and_the_caveat_are_stored_and_hashed(game: TableDriver) -> None:
    entry = store_late(game, tap_time.CLOCK_CORRECTED)
    assert entry.at == game.now
    assert entry.stored_at == game.now - timedelta(seconds=1) + HOUR
    key = game.table.stream.key
    assert store.entry_hash(entry, stream_key=key) == entry.hash
    for field, value in (("stored_at", entry.at), ("stored_at", None), ("caveat", "")):
        stored = getattr(entry, field)
        setattr(entry, field, value)
        assert store.entry_hash(entry, stream_key=key) != entry.hash
        setattr(entry, field, stored)


def test_replay_and_audit_say_when_a_late_tap_was_stored(game: TableDriver) -> None:
    entry = store_late(game, tap_time.CLOCK_CORRECTED, tap_time.PIN_UNCHECKED)
    command = table_log.hand_commands(game.table.stream, 1)[-1]
    assert command.stored_late == entry.stored_at
    assert command.caveats == ["tablet's clock corrected", "PIN checked later"]
    query = AuditQuery(since=game.now - HOUR, until=game.now + HOUR)
    details = [row.detail for row in search_events(query)[0]]
    late = [detail for detail in details if detail.startswith("stored ")]
    assert len(late) == 1
    assert "tablet's clock corrected, PIN checked later" in late[0]


def test_a_tap_stored_within_seconds_needs_no_remark(game: TableDriver) -> None:
    with tap_time.stored_later(game.now + timedelta(seconds=3)):
        game.execute(FirstIn(seat=4))
    command = table_log.hand_commands(game.table.stream, 1)[-1]
    assert command.stored_at is not None
    assert command.stored_late is None
    assert command.caveats == []
