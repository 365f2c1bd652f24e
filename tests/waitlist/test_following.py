"""The waitlists follow the tables' logs, whatever stored the seat."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections, transaction

from journal.log import AnyLog, Log
from journal.models import Stream
from poker.commands import ChangeSeat, CloseTable, LeaveSeat, SetSeatCount, Undo
from poker.refusal import Refusal
from tables.actions import TABLE
from tables.models import Table
from tables.seat_locks import seat_lock
from tables.seating import player_seat
from tests.support.desk import Desk
from waitlist.actions import WAITLIST, load_waitlists
from waitlist.every_room import lock_tables_and_waitlists
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def lock_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a transaction that locks a table after the waitlists."""
    tables: dict[object, set[int]] = {}  # locked tables by transaction
    with_waitlists: set[object] = set()  # transactions that have locked waitlists
    lock = Log.lock

    def noted_lock(log: AnyLog, stream_id: int) -> Stream:
        blocks = connections["default"].atomic_blocks
        if blocks and log is WAITLIST:
            with_waitlists.add(blocks[0])
        if blocks and log is TABLE:
            is_new = stream_id not in tables.setdefault(blocks[0], set())
            assert not (is_new and blocks[0] in with_waitlists), "lock tables before waitlists"
            tables[blocks[0]].add(stream_id)
        return lock(log, stream_id)

    monkeypatch.setattr(Log, "lock", noted_lock)


def seat(desk: Desk, number: int, name: str, command_id: str = "") -> None:
    player_seat(
        table_id=desk.room.table.pk,
        seat=number,
        player="",
        name=name,
        command_id=command_id or str(uuid4()),
        seen=None,
        actor="staff.7",
        now=desk.now,
    )


def name_in_seat(desk: Desk, number: int) -> str:
    """Return the name of the player in a seat; "" for an empty one."""
    return Table.objects.get(pk=desk.room.table.pk).view.seats[number - 1].name


def test_undo_at_the_tablet_puts_the_player_back(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Bonnet")
    seat(desk, 6, "Crane")
    assert desk.names == ["Hat", "Bonnet"]
    desk.room.execute(Undo())
    assert desk.names == ["Hat", "Crane", "Bonnet"]


def test_undo_at_the_tablet_gives_the_call_back(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 6))
    seat(desk, 6, "Hat")
    desk.room.execute(Undo())
    entry = desk.waitlist.entries[0]
    assert (entry.name, entry.state, entry.table, entry.seat) == ("Hat", "called", "T1", 6)


def test_undo_at_the_tablet_keeps_a_newer_place(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    seat(desk, 6, "Hat")
    desk.add("Hat")
    desk.room.execute(Undo())
    assert desk.names == ["Crane", "Hat"]
    assert name_in_seat(desk, 6) == ""


def test_undo_at_the_tablet_is_not_refused_by_another_call(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    seat(desk, 6, "Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T1", 5))
    desk.room.execute(Undo())
    assert name_in_seat(desk, 6) == ""
    assert desk.names == ["Crane"]


def test_change_to_a_promised_seat_is_refused(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    with pytest.raises(Refusal, match="chair_kept"):
        desk.room.execute(ChangeSeat(1, 5))
    assert name_in_seat(desk, 5) == ""


def test_promised_seat_is_not_locked_up_or_removed(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 9))
    with pytest.raises(Refusal, match="seat_promised"):
        seat_lock(
            table=Table.objects.select_related("room").get(pk=desk.room.table.pk),
            seat=9,
            name="",
            reason="camera",
            minutes=5,
            command_id=str(uuid4()),
            actor="staff.7",
            now=desk.now,
        )
    with pytest.raises(Refusal, match="seat_promised"):
        desk.room.execute(SetSeatCount(8))


def test_closing_at_the_tablet_cancels_calls(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    for number in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(number))
    desk.room.execute(CloseTable())
    (entry,) = desk.waitlist.entries
    assert (entry.state, entry.table) == ("waiting", "")


def test_undo_at_the_desk_of_a_seat_from_the_list(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5))
    assert name_in_seat(desk, 5) == "Hat"
    seq = WAITLIST.load(desk.room_id)[0]
    desk.execute(c.UndoAction(seq))
    assert name_in_seat(desk, 5) == ""
    assert desk.names == ["Hat", "Crane"]


@pytest.mark.on_both
def test_seat_is_given_once_while_tables_and_waitlists_are_locked(desk: Desk) -> None:
    """Desk, tablet and an exclusion at the same moment: no deadlock, and one player in the seat."""
    desk.add("Hat", "Crane")
    numbers = [desk.entry_number("Hat"), desk.entry_number("Crane")]
    barrier = Barrier(4)

    def attempt(number: int) -> str:
        barrier.wait()
        try:
            if number == 0:
                seat(desk, 5, "Bonnet")
            elif number == 1:
                with transaction.atomic(durable=True):
                    lock_tables_and_waitlists()
                return "locked"
            else:
                desk.execute(c.ConfirmSeated(numbers[number - 2], "T1", 5, "in a race"))
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "seated"

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(attempt, range(4)))
    assert results.count("seated") == 1
    assert results[1] == "locked"
    assert set(results) <= {"seated", "locked", "chair_taken", "seat_taken", "chair_kept"}
    waiting = {entry.name for entry in load_waitlists(desk.room_id).lists[0].entries}
    seated = name_in_seat(desk, 5)
    assert waiting == {"Hat", "Crane"} - {seated}
