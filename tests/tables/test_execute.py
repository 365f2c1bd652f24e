"""The write path: one transaction, once only, in order, told after the commit."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from journal.models import Entry
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
from tests.tables.room import Small, plaque


def test_a_command_costs_three_statements(game: Small) -> None:
    game.do(FirstIn(seat=4))
    seen = game.seq
    with CaptureQueriesContext(
        connection,
    ) as caught:
        game.do(Act(seat=1, what="call"), seen=seen)
    message = [q["sql"].split()[0] for q in caught.captured_queries]
    assert [word for word in message if word not in ("SAVEPOINT", "RELEASE")] == [
        "SELECT",
        "INSERT",
        "UPDATE",
    ]


def test_the_time_charge_is_not_taken_twice_for_the_same_time(room: Small) -> None:
    room.table.plaque = plaque(name="Time", charge="time", time_charge=600, time_minutes=30)
    room.table.save()
    room.sit(1, 2, 3)
    room.open()
    assert room.do(CollectTime()).view["undo"]["amount"] == 1800
    with pytest.raises(Refusal, match="time_taken") as refused:
        room.do(CollectTime())
    assert refused.value.facts == {"minutes": 0, "every": 30}
    room.now += timedelta(minutes=27)  # rounds through the room are not to the minute
    assert room.do(CollectTime()).view["undo"]["name"] == "collect_time"


@pytest.mark.parametrize("refreshed", [False, True], ids=["same seen", "newer seen"])
def test_a_command_sent_again_is_stored_once(game: Small, refreshed: bool) -> None:
    """A tablet that got no answer sends the same id, perhaps after a new look."""
    seen = game.seq
    command_id = str(uuid4())
    first = game.do(FirstIn(seat=4), seen=seen, command_id=command_id)
    again = game.do(FirstIn(seat=4), seen=first.seq if refreshed else seen, command_id=command_id)
    assert (first.repeated, again.repeated) == (False, True)
    assert again.seq == first.seq == game.seq


def test_a_repetition_that_the_engine_would_take_is_stored_once(game: Small) -> None:
    """Here only the database knows: the sender has seen its own command."""
    command_id = str(uuid4())
    first = game.do(SitOut(seat=3), seen=game.seq, command_id=command_id)
    game.do(Undo(), seen=first.seq)
    head = game.seq
    again = game.do(SitOut(seat=3), seen=head, command_id=command_id)
    assert again.repeated
    assert game.seq == head


def test_a_stale_command_is_told_and_leaves_nothing(game: Small) -> None:
    seen = game.seq
    game.do(FirstIn(seat=4), seen=seen, actor="staff.1")
    head = game.seq
    with pytest.raises(Refusal) as refusal:
        game.do(Act(seat=4, what="fold"), seen=seen, actor="staff.2")
    assert refusal.value.code == "stale"
    assert refusal.value.facts == {"seen": seen, "head": head, "command": "act"}
    assert game.seq == head == Entry.objects.filter(stream=game.table.stream).count()


def test_quick_taps_of_one_dealer_hold(game: Small) -> None:
    seen = game.seq
    game.do(FirstIn(seat=4), seen=seen, actor="staff.1")
    assert game.do(Act(seat=1, what="fold"), seen=seen, actor="staff.1").seq == game.seq


def test_a_count_tapped_twice_closes_one_street(game: Small) -> None:
    game.do(FirstIn(seat=4))
    seen = game.seq
    game.do(CloseStreet(count=4), seen=seen, actor="staff.1")
    with pytest.raises(Refusal, match="stale"):
        game.do(CloseStreet(count=4), seen=seen, actor="staff.1")


@pytest.mark.parametrize("seen", [0, 10**9])
def test_a_look_that_is_no_look_is_stale(game: Small, seen: int) -> None:
    """Older than the table can tell, or from a log that was never written here."""
    if seen == 0:
        with patch("tables.stale.MAX_ENTRIES_BEHIND", 2), pytest.raises(Refusal, match="stale"):
            game.do(Act(seat=4, what="fold"), seen=seen)
    else:
        with pytest.raises(Refusal, match="stale"):
            game.do(Act(seat=4, what="fold"), seen=seen)


def test_the_floor_can_always_be_called(game: Small) -> None:
    seen = game.seq
    game.do(FirstIn(seat=4))
    assert game.do(CallFloor(), seen=seen).view["floor"] is not None
    head = game.seq
    assert game.do(CallFloor(), seen=seen).seq == head, "a second call says nothing new"


def test_a_chair_command_is_stale_when_another_sat_down(game: Small) -> None:
    seen = game.seq
    game.do(LeaveSeat(seat=3))
    game.do(SeatPlayer(seat=3, player="p9000", name="Anchor"))
    with pytest.raises(Refusal, match="stale"):
        game.do(LeaveSeat(seat=3), seen=seen)
    assert game.do(LeaveSeat(seat=2), seen=seen).seq == game.seq


def test_undo_is_an_event_and_the_picture_is_as_before(game: Small) -> None:
    game.do(FirstIn(seat=4))
    before = game.do(Act(seat=1, what="call")).view
    game.do(Act(seat=2, what="fold"))
    after = game.do(Undo(), seen=game.seq).view
    assert after["seats"] == before["seats"]
    assert Entry.objects.latest("id").name == "command.undone"
    verify(stream=game.table.stream)


def test_what_fails_on_the_way_leaves_nothing(game: Small) -> None:
    head = game.seq
    with (
        patch("tables.table_log.view", side_effect=RuntimeError("the power is gone")),
        pytest.raises(RuntimeError),
    ):
        game.do(FirstIn(seat=4))
    assert game.seq == head == Entry.objects.filter(stream=game.table.stream).count()


def test_the_broadcast_is_numbered_and_waits_for_the_commit(
    game: Small, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    told: list[dict[str, Any]] = []
    with patch("tables.broadcast.table_view", side_effect=lambda **said: told.append(said)):
        with django_capture_on_commit_callbacks() as callbacks:
            prev = game.seq
            result = game.do(FirstIn(seat=4), seen=prev)
        assert told == []
        for callback in callbacks:
            callback()
    assert told == [
        {"table_id": game.table.pk, "prev": prev, "seq": result.seq, "view": result.view}
    ]


def test_an_unknown_table_is_refused(game: Small) -> None:
    game.table.stream_id = 0
    with pytest.raises(Refusal, match="unknown_table"):
        game.do(CallFloor())
