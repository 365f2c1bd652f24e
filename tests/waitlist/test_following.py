"""The waitlists follow the tables' logs, whatever stored the seat."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.db import connections, transaction

from journal.log import AnyLog, Log
from journal.models import Stream
from players.roster import player_named
from poker.commands import ChangeSeat, CloseTable, LeaveSeat, SetSeatCount, Undo
from poker.refusal import Refusal
from tables.actions import TABLE
from tables.closing import table_close
from tables.models import Table
from tables.seat_locks import seat_lock
from tables.seating import player_seat
from tests.support.desk import Desk
from waitlist import seatings
from waitlist.actions import WAITLIST, load_waitlists
from waitlist.every_room import lock_tables_and_waitlists
from waitlist.rules import commands as c
from waitlist.rules.state import WaitlistEntry
from waitlist.seat_draws import SeatDraw, seats_draw
from waitlist.seat_undo import last_seat_action, seat_action_undo
from waitlist.visits import players_merge

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


def calls_of(desk: Desk) -> list[tuple[str, str]]:
    """Return each player on the list with table and seat of the call, "" without one."""
    return [
        (entry.name, f"{entry.table}/{entry.seat}" if entry.table else "")
        for entry in desk.waitlist.entries
    ]


def changes_of(desk: Desk) -> tuple[WaitlistEntry, ...]:
    """Return the requests for another seat at T1."""
    waitlist = load_waitlists(desk.room_id).waitlist("T1.seats")
    return waitlist.entries if waitlist else ()


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


def test_undo_at_the_tablet_does_not_restore_a_call_to_a_promised_seat(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    seat(desk, 6, "Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T1", 5))
    desk.room.execute(Undo())
    assert name_in_seat(desk, 6) == ""
    assert calls_of(desk) == [("Hat", ""), ("Crane", "T1/5")]


def test_undo_at_the_tablet_does_not_restore_a_call_to_a_taken_seat(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 6))
    seat(desk, 5, "Hat", "seats-hat")
    seat(desk, 6, "Zed")
    seat_action_undo(
        table=desk.room.table,
        undone="seats-hat",
        command_id=str(uuid4()),
        actor="staff.7",
        now=desk.now,
    )
    assert calls_of(desk) == [("Hat", "")]


def test_undone_leaving_cancels_a_call_to_the_seat(desk: Desk) -> None:
    desk.add("Hat")
    desk.room.execute(LeaveSeat(2))
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 2))
    desk.room.execute(Undo())
    assert name_in_seat(desk, 2) == "Pebble 2"
    assert calls_of(desk) == [("Hat", "")]


def test_undo_at_the_tablet_of_a_seat_from_the_list(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5))
    desk.room.execute(Undo())
    assert name_in_seat(desk, 5) == ""
    assert desk.names == ["Hat", "Crane"]


def test_undo_at_the_tablet_of_a_seat_change_from_the_desk(desk: Desk) -> None:
    player = player_named(key="", alias="Pebble 2")
    desk.execute(c.OpenWaitlist("T1.seats", "Seat changes at T1", "seat_change", of="T1"))
    desk.execute(c.AddPlayer("T1.seats", player.key, "Pebble 2"))
    (entry,) = changes_of(desk)
    desk.execute(c.ConfirmSeated(entry.number, "T1", 7))
    assert (name_in_seat(desk, 7), changes_of(desk)) == ("Pebble 2", ())
    desk.room.execute(Undo())
    assert name_in_seat(desk, 2) == "Pebble 2"
    assert [entry.name for entry in changes_of(desk)] == ["Pebble 2"]


def test_draw_takes_a_merged_player_off_the_list(desk: Desk) -> None:
    desk.add("Hat")
    survivor = player_named(key="", alias="Crane")
    hat = player_named(key="", alias="Hat")
    players_merge(surviving=survivor, merged=hat, reason="one card", by="staff.2", now=desk.now)
    seats_draw(
        table=desk.room.table,
        draw=SeatDraw(others=["Crane"]),
        command_id=str(uuid4()),
        actor="staff.7",
        now=desk.now,
    )
    assert desk.names == []


def test_table_that_closed_takes_no_player_back(desk: Desk) -> None:
    """Everyone left with the table, and an undo would seat one of them there."""
    table_close(
        table=desk.room.table,
        reason="the game is over",
        command_id="close",
        actor="staff.7",
        now=desk.now,
        everyone_leaves=True,
    )
    assert last_seat_action(desk.room.table, "staff.7", desk.now) is None


def test_player_who_keeps_changing_tables_is_refused(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.add("Hat")
    tables = Mock(side_effect=[set(), {desk.room.table.pk}] * seatings.MAX_ATTEMPTS)
    monkeypatch.setattr(seatings, "_tables_of", tables)
    with pytest.raises(Refusal, match="player_moved"):
        desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5))
    assert tables.call_count == 2 * seatings.MAX_ATTEMPTS
    assert desk.names == ["Hat"]


def test_id_of_another_command_is_refused(desk: Desk) -> None:
    """The tables keep 56 characters of an id."""
    desk.add("Hat", "Crane")
    id_ = "x" * 57
    desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5), command_id=f"{id_}1")
    with pytest.raises(Refusal, match="id_reused"):
        desk.execute(c.ConfirmSeated(desk.entry_number("Crane"), "T1", 6), command_id=f"{id_}2")
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
