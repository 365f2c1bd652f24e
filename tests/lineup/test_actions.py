"""The lineup's log syncs with the tables' logs: one transaction per command, concurrent commands, stale pages,
restarts.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from unittest.mock import call, patch
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connections

from journal.models import Entry, Stream
from journal.tap_time import caveat_texts
from journal.verify import Mismatch, verify
from lineup.actions import lineup_execute, lineup_initialize, load_lineup, recent_lineup_events
from lineup.models import RoomLineupLog
from lineup.next_dealer import is_push_near, pushes_of
from lineup.rules import commands as c
from lineup.rules import events as e
from lineup.tasks import notify_due_pushes
from poker import commands as p
from poker.refusal import Refusal
from poker.view.model import present
from staff.models import Room
from tables import table_screens
from tables.dealer_sign_in import dealer_sign_in
from tables.lifecycle import table_create
from tables.models import Table
from tests.support.room import ACTOR, PIN, TableDriver, open_game, pair_device
from tests.support.shift_fixtures import Shift, create_shift
from web import broadcast

pytestmark = pytest.mark.django_db(transaction=True)


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def lineup_stream(shift: Shift) -> Stream:
    return Stream.objects.get(key=f"dealers.{shift.room_id}")


def test_command_is_stored_with_its_snapshot_and_answered_again(shift: Shift) -> None:
    command = c.ClockIn(shift.people["Wren"].key, "Wren")
    first = shift.execute(command, command_id="in-1")
    repeated = shift.execute(command, command_id="in-1")
    assert repeated.repeated
    assert repeated.events == first.events
    assert repeated.seq == first.seq
    with expect_refusal("on_duty"):
        shift.execute(command)
    verify(stream=lineup_stream(shift))


def test_no_entry_is_earlier_than_the_one_before(shift: Shift) -> None:
    shift.clock_in("Wren")
    set_back = shift.now - timedelta(hours=1)
    shift.execute(c.ClockIn(shift.people["Plover"].key, "Plover"), now=set_back)
    *_, earlier, clocked_in = Entry.objects.filter(stream=lineup_stream(shift)).order_by("seq")
    assert (clocked_in.at, clocked_in.stored_at) == (earlier.at, set_back)
    assert caveat_texts(clocked_in.caveat) == ["server's clock was set back"]
    verify(stream=lineup_stream(shift))


def test_push_updates_the_lineup_in_the_tables_transaction(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    wren = shift.find("Wren")
    assert wren is not None
    assert wren.table == "T1"
    with (
        patch("lineup.table_sync.lineup_sync_table", side_effect=RuntimeError),
        pytest.raises(RuntimeError),
    ):
        shift.push("Plover")
    assert present(Table.objects.get(pk=shift.room.table.pk).view.dealer).name == "Wren"
    shift.wait(30)
    shift.push("Plover")
    wren = shift.find("Wren")
    plover = shift.find("Plover")
    assert wren is not None
    assert plover is not None
    assert (wren.table, wren.last, wren.downs, plover.table) == ("", "T1", 1, "T1")
    verify(stream=lineup_stream(shift))


def test_tablet_sign_in_clocks_the_dealer_in(shift: Shift) -> None:
    device, _ = pair_device(shift.room.table)
    dealer_sign_in(device=device, badge="101", pin=PIN, now=shift.now)
    lineup_events = [event for _, _, event in recent_lineup_events(shift.room_id)]
    assert (
        e.ClockedIn(shift.people["Wren"].key, "Wren", _now_ms(shift), table="T1") in lineup_events
    )
    assert shift.dealer_box is not None
    assert shift.dealer_box.dealer == shift.people["Wren"].key


def test_supervisor_in_a_box_is_not_in_the_rotation(shift: Shift) -> None:
    shift.add_staff("Oak", role="supervisor")
    shift.push("Oak")
    oak = shift.find("Oak")
    assert oak is not None
    assert not oak.rotates
    shift.push("Wren")
    assert shift.find("Oak") is None


def test_closed_table_needs_no_dealer_and_its_undo_is_synced(shift: Shift) -> None:
    shift.push("Wren")
    for seat in (1, 2, 3, 4):
        shift.room.execute(p.LeaveSeat(seat=seat))
    shift.room.execute(p.CloseTable())
    assert _dealer_positions(shift) == (None, "")
    shift.room.execute(p.Undo())
    assert _dealer_positions(shift) == (shift.people["Wren"].key, "T1")
    verify(stream=lineup_stream(shift))


def test_reopened_table_has_no_dealer_from_before(shift: Shift) -> None:
    device, _ = pair_device(shift.room.table)
    shift.push("Wren")
    for seat in (1, 2, 3, 4):
        shift.room.execute(p.LeaveSeat(seat=seat))
    shift.room.execute(p.CloseTable())
    shift.now = shift.room.now
    shift.execute(c.ClockOut(shift.people["Wren"].key))
    shift.room.now += timedelta(hours=14)
    shift.room.seat_players(1, 2)
    shift.room.open()
    assert shift.dealer_box is not None
    assert shift.dealer_box.dealer == ""
    assert shift.find("Wren") is None
    later_time = shift.room.now + timedelta(minutes=1)
    dealer_sign_in(
        device=device, badge="101", pin=PIN, now=later_time
    )  # no push: the table already has this dealer
    assert _dealer_positions(shift) == (shift.people["Wren"].key, "T1")
    assert shift.dealer_box.since == int(later_time.timestamp() * 1000)
    shift.room.now = later_time
    shift.room.execute(p.SetButton(seat=1))
    shift.room.execute(p.Undo())
    assert shift.dealer_box.since == int(later_time.timestamp() * 1000)
    verify(stream=lineup_stream(shift))


def test_reopened_table_has_its_dealer(shift: Shift) -> None:
    shift.push("Wren")
    for seat in (1, 2, 3, 4):
        shift.room.execute(p.LeaveSeat(seat=seat))
    shift.room.execute(p.CloseTable())
    shift.room.now += timedelta(minutes=5)
    shift.room.seat_players(1, 2)
    shift.room.open()
    assert _dealer_positions(shift) == (shift.people["Wren"].key, "T1")
    assert shift.dealer_box is not None
    assert shift.dealer_box.since == int(shift.room.now.timestamp() * 1000)


def _dealer_positions(shift: Shift) -> tuple[str | None, str]:
    """Return the dealer of T1 and the table of Wren, according to the lineup."""
    wren = shift.find("Wren")
    assert wren is not None
    return shift.dealer_box.dealer if shift.dealer_box else None, wren.table


def test_command_from_a_stale_page_is_refused(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Siskin")
    wren, plover = (shift.people[alias].key for alias in ("Wren", "Plover"))
    siskin = shift.people["Siskin"].key
    with expect_refusal("box_moved_on"):
        shift.execute(c.AssignNext("T1", wren, "asked for it", out="", named=""))
    shift.execute(c.AssignNext("T1", wren, "asked for it", out=siskin, named=""))
    with expect_refusal("box_moved_on"):
        shift.execute(c.AssignNext("T1", plover, "nearer", out=siskin, named=""))
    shift.execute(c.SetSection("staff.9", "Oak", ("T1",), before=()))
    with expect_refusal("section_moved_on"):
        shift.execute(c.SetSection("staff.9", "Oak", ("T2",), before=()))
    assert [assignment.key for assignment in shift.lineup.assigned] == [wren]


def test_concurrent_assignments_of_one_box_are_refused_once() -> None:
    """Two people send a new command from the same page. One of the commands is refused as stale."""
    shift = create_shift()
    shift.clock_in("Wren", "Plover", "Siskin")
    barrier = Barrier(2)

    def name(alias: str) -> str:
        barrier.wait()
        try:
            lineup_execute(
                room_id=shift.room_id,
                command_id=str(uuid4()),
                command=c.AssignNext("T1", shift.people[alias].key, "nearer", out="", named=""),
                actor="staff.9",
                now=shift.now + timedelta(seconds=1),
            )
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "named"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(name, ("Plover", "Siskin"))) == ["box_moved_on", "named"]
    assert len(shift.lineup.assigned) == 1
    verify(stream=lineup_stream(shift))


def test_verify_journal_rebuilds_the_lineup_and_detects_a_changed_state(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    call_command("verify_journal")
    Stream.objects.filter(pk=lineup_stream(shift).pk).update(state=b"{}")
    with pytest.raises(Mismatch):
        verify(stream=lineup_stream(shift))


def test_old_room_gets_its_lineup_from_its_tables(shift: Shift) -> None:
    shift.push("Wren")
    other_room = Room.objects.create(name="Other")
    assert not lineup_initialize(room_id=shift.room_id, now=shift.now)
    assert load_lineup(other_room.pk).duty == ()
    with patch("lineup.table_sync.lineup_sync_table"):
        old = create_old_room(shift)
    assert not RoomLineupLog.objects.filter(room=old).exists()
    notify_due_pushes(shift.now)
    dealers = load_lineup(old.pk)
    assert [(box.table, box.dealer) for box in dealers.boxes] == [
        ("T9", shift.people["Plover"].key)
    ]


def create_old_room(shift: Shift) -> Room:
    """Create a room whose table was opened and pushed before the lineup existed."""
    from tables import lifecycle
    from tests.support.room import TableDriver

    room = Room.objects.create(name="Old room")
    table = lifecycle.table_create(
        room=room,
        name="T9",
        seats=9,
        plaque=shift.room.table.plaque,
        actor="system.test",
        now=shift.now,
    )
    small = TableDriver(table, shift.now)
    small.seat_players(1, 2)
    small.open()
    small.execute(p.PushDealer(shift.people["Plover"].key, "Plover"))
    return room


def test_scheduled_task_notifies_pages_and_tablets_and_moves_no_dealer(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    before = load_lineup(shift.room_id)
    started_at = shift.room.now
    with patch.object(broadcast, "send") as send:
        assert notify_due_pushes(started_at + timedelta(minutes=29)) == 0
        notify_due_pushes(started_at + timedelta(minutes=20, seconds=5))
        assert [call.args[1]["type"] for call in send.call_args_list] == ["table.look"]
        send.reset_mock()
        assert notify_due_pushes(started_at + timedelta(minutes=30, seconds=9)) == 1
        message = {call.args[1]["type"] for call in send.call_args_list}
        assert message == {"dealers.changed", "table.look"}
    assert load_lineup(shift.room_id) == before


def test_next_dealer_is_shown_ten_minutes_before(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    started_at = int(shift.room.now.timestamp() * 1000)
    push = pushes_of(shift.room_id, shift.lineup, started_at)["T1"]
    assert push.inward is not None
    assert push.inward.name == "Plover"
    assert not is_push_near(push, started_at + 19 * 60_000)
    assert is_push_near(push, started_at + 20 * 60_000)


def test_tablets_refresh_when_the_next_dealer_changes(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    shift.wait(25)
    with patch.object(table_screens, "send_refresh") as refresh:
        shift.execute(c.AssignNext("T1", shift.people["Plover"].key, "the same one"))
        refresh.assert_not_called()
        shift.execute(c.LeaveRotation(shift.people["Plover"].key, "drop count"))
        refresh.assert_called_once_with(table_id=shift.room.table.pk)


def test_tablets_refresh_when_the_dealer_there_goes_elsewhere(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    game = shift.room
    table = table_create(
        room=game.table.room,
        name="T2",
        seats=9,
        plaque=game.table.plaque,
        actor=ACTOR,
        now=game.now,
    )
    open_game(TableDriver(table, shift.now))
    shift.wait(25)
    shift.execute(c.AssignNext("T1", shift.people["Plover"].key, "the same one"))
    with patch.object(table_screens, "send_refresh") as refresh:
        shift.execute(c.AssignNext("T2", shift.people["Wren"].key, "asked for it"))
    assert call(table_id=game.table.pk) in refresh.call_args_list


def test_sections_are_logged_with_their_author(shift: Shift) -> None:
    shift.add_staff("Oak", role="supervisor")
    shift.execute(c.SetSection(shift.people["Oak"].key, "Oak", ("T1", "T2")))
    section = shift.lineup.section_of("T1")
    assert section is not None
    assert section.name == "Oak"
    entry = Entry.objects.filter(stream=lineup_stream(shift)).order_by("-seq")[0]
    assert (entry.name, entry.actor) == ("section.set", "staff.1")


def test_unknown_room_has_no_lineup(shift: Shift) -> None:
    with expect_refusal("no_such_room"):
        lineup_initialize(room_id=999_999, now=shift.now)


def _now_ms(shift: Shift) -> int:
    return int(shift.now.timestamp() * 1000)
