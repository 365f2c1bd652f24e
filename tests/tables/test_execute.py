"""The write path: one transaction, once only, in order, published after the commit."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from journal.models import Entry
from journal.tap_time import caveat_texts
from journal.verify import verify
from poker.commands import (
    Act,
    CallFloor,
    CloseStreet,
    CollectTime,
    FirstIn,
    LeaveSeat,
    SeatPlayer,
    SitOut,
    Undo,
)
from poker.refusal import Refusal
from poker.view.model import present
from tables import table_screens
from tables.actions import TABLE
from tests.support.room import TableDriver, create_plaque


def test_a_command_costs_one_read_and_what_stores_it(game: TableDriver) -> None:
    game.execute(FirstIn(seat=4))
    seen = game.seq
    with CaptureQueriesContext(
        connection,
    ) as queries:
        game.execute(Act(seat=1, what="call"), seen=seen)
    message = [q["sql"].split()[0] for q in queries.captured_queries]
    # PostgreSQL stores entries and stream in one statement.
    stored = ["WITH"] if connection.vendor == "postgresql" else ["INSERT", "UPDATE"]
    assert [statement for statement in message if statement not in ("SAVEPOINT", "RELEASE")] == [
        "SELECT",
        *stored,
    ]


def test_time_is_not_collected_twice(room: TableDriver) -> None:
    room.table.plaque = create_plaque(name="Time", charge="time", time_charge=600, time_minutes=30)
    room.table.save()
    room.seat_players(1, 2, 3)
    room.open()
    assert present(room.execute(CollectTime()).view.undo).amount == 1800
    with pytest.raises(Refusal, match="time_taken") as refusal_info:
        room.execute(CollectTime())
    assert refusal_info.value.facts == {"minutes": 0, "every": 30}
    room.now += timedelta(minutes=27)  # rounds through the room are not to the minute
    assert present(room.execute(CollectTime()).view.undo).name == "collect_time"


@pytest.mark.parametrize("refreshed", [False, True], ids=["same seen", "newer seen"])
def test_retried_command_is_stored_once(game: TableDriver, refreshed: bool) -> None:
    """A tablet that got no answer sends the same id, perhaps after a new look."""
    seen = game.seq
    command_id = str(uuid4())
    first = game.execute(FirstIn(seat=4), seen=seen, command_id=command_id)
    repeated = game.execute(
        FirstIn(seat=4), seen=first.seq if refreshed else seen, command_id=command_id
    )
    assert (first.repeated, repeated.repeated) == (False, True)
    assert repeated.seq == first.seq == game.seq


def test_repeated_command_is_stored_once(game: TableDriver) -> None:
    """Here only the database knows: the sender has seen its own command."""
    command_id = str(uuid4())
    first = game.execute(SitOut(seat=3), seen=game.seq, command_id=command_id)
    game.execute(Undo(), seen=first.seq)
    head = game.seq
    repeated = game.execute(SitOut(seat=3), seen=head, command_id=command_id)
    assert repeated.repeated
    assert game.seq == head


def test_stale_command_is_refused_and_stores_nothing(game: TableDriver) -> None:
    seen = game.seq
    game.execute(FirstIn(seat=4), seen=seen, actor="staff.1")
    head = game.seq
    with pytest.raises(Refusal) as refusal:
        game.execute(Act(seat=4, what="fold"), seen=seen, actor="staff.2")
    assert refusal.value.code == "stale"
    assert refusal.value.facts == {"seen": seen, "head": head, "command": "act"}
    assert game.seq == head == Entry.objects.filter(stream=game.table.stream).count()


def test_quick_taps_of_one_dealer_are_not_stale(game: TableDriver) -> None:
    seen = game.seq
    game.execute(FirstIn(seat=4), seen=seen, actor="staff.1")
    assert game.execute(Act(seat=1, what="fold"), seen=seen, actor="staff.1").seq == game.seq


def test_double_tap_on_a_count_closes_one_street(game: TableDriver) -> None:
    game.execute(FirstIn(seat=4))
    seen = game.seq
    game.execute(CloseStreet(count=4), seen=seen, actor="staff.1")
    with pytest.raises(Refusal, match="stale"):
        game.execute(CloseStreet(count=4), seen=seen, actor="staff.1")


@pytest.mark.parametrize("seen", [0, 10**9])
def test_unknown_sequence_number_is_stale(game: TableDriver, seen: int) -> None:
    """The sequence number is older than the table can tell, or from another log."""
    if seen == 0:
        with patch("tables.stale.MAX_ENTRIES_BEHIND", 2), pytest.raises(Refusal, match="stale"):
            game.execute(Act(seat=4, what="fold"), seen=seen)
    else:
        with pytest.raises(Refusal, match="stale"):
            game.execute(Act(seat=4, what="fold"), seen=seen)


def test_floor_can_be_called_from_a_stale_tablet(game: TableDriver) -> None:
    seen = game.seq
    game.execute(FirstIn(seat=4))
    assert game.execute(CallFloor(), seen=seen).view.floor is not None
    head = game.seq
    assert game.execute(CallFloor(), seen=seen).seq == head, "a second call says nothing new"


def test_seat_command_is_stale_after_another_seating(game: TableDriver) -> None:
    seen = game.seq
    game.execute(LeaveSeat(seat=3))
    game.execute(SeatPlayer(seat=3, player="p9000", name="Anchor"))
    with pytest.raises(Refusal, match="stale"):
        game.execute(LeaveSeat(seat=3), seen=seen)
    assert game.execute(LeaveSeat(seat=2), seen=seen).seq == game.seq


def test_undo_is_an_event_and_restores_the_view(game: TableDriver) -> None:
    game.execute(FirstIn(seat=4))
    before = game.execute(Act(seat=1, what="call")).view
    game.execute(Act(seat=2, what="fold"))
    after = game.execute(Undo(), seen=game.seq).view
    assert after.seats == before.seats
    assert Entry.objects.latest("id").name == "command.undone"
    verify(stream=game.table.stream)


def test_failed_command_stores_nothing(game: TableDriver) -> None:
    head = game.seq
    with (
        patch.object(TABLE, "listed", side_effect=RuntimeError("the power is gone")),
        pytest.raises(RuntimeError),
    ):
        game.execute(FirstIn(seat=4))
    assert game.seq == head == Entry.objects.filter(stream=game.table.stream).count()


def test_the_broadcast_is_numbered_and_waits_for_the_commit(
    game: TableDriver, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    sent_messages: list[dict[str, Any]] = []

    def keep(group: str, message: dict[str, Any]) -> None:
        if group == table_screens.group(game.table.pk):
            sent_messages.append(message)

    with (
        patch("web.broadcast.has_listeners", return_value=True),
        patch("web.broadcast.send", side_effect=keep),
    ):
        with django_capture_on_commit_callbacks() as callbacks:
            prev = game.seq
            result = game.execute(FirstIn(seat=4), seen=prev)
        assert sent_messages == []
        for callback in callbacks:
            callback()
    (sent,) = sent_messages
    entries = msgspec.json.decode(sent.pop("entries").encode())
    assert sent == {
        "type": "table.view",
        "prev": prev,
        "seq": result.seq,
    }
    stored = list(Entry.objects.filter(stream=game.table.stream, seq__gt=prev).order_by("seq"))
    assert [event["event"] for event in entries["events"]] == [entry.name for entry in stored]
    assert [msgspec.json.encode(event).decode() for event in entries["events"]] == [
        entry.data for entry in stored
    ]


def test_an_unknown_table_is_refused(game: TableDriver) -> None:
    game.table.stream_id = 0
    with pytest.raises(Refusal, match="unknown_table"):
        game.execute(CallFloor())


def test_no_entry_is_earlier_than_the_one_before(game: TableDriver) -> None:
    """The server's clock was set back an hour: the entry keeps the order, with the clock's time and a caveat."""
    game.execute(FirstIn(seat=4))
    game.now -= timedelta(hours=1)
    game.execute(Act(seat=1, what="call"))
    *_, earlier, called = Entry.objects.filter(stream=game.table.pk).order_by("seq")
    assert called.at == earlier.at
    assert called.stored_at == game.now
    assert caveat_texts(called.caveat) == ["server's clock was set back"]
    verify(stream=game.table.stream)
