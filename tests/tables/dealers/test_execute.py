"""The line-up's log follows the tables' own; one transaction a command; two at once; stale pages; a restart."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connections

from journal.models import Entry, Stream
from journal.verify import Mismatch, verify
from poker import commands as p
from poker.lineup import commands as c
from poker.lineup import events as e
from poker.refusal import Refusal
from tables import broadcast
from tables.dealer_sign_in import dealer_sign_in
from tables.dealers.due_pushes import notify_due_pushes
from tables.dealers.execute import (
    lineup_execute,
    lineup_initialize,
    load_lineup,
    recent_lineup_events,
)
from tables.dealers.next_dealer import is_push_near, pushes_of
from tables.models import Room, RoomDealers, Table
from tests.tables.dealers.conftest import Shift, shift_of
from tests.tables.room import PIN, paired

pytestmark = pytest.mark.django_db(transaction=True)


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def stream(shift: Shift) -> Stream:
    return Stream.objects.get(key=f"dealers.{shift.room_id}")


def test_a_command_is_stored_with_its_picture_and_answered_the_same_again(shift: Shift) -> None:
    command = c.ClockIn(shift.people["Wren"].key, "Wren")
    first = shift.ask(command, command_id="in-1")
    again = shift.ask(command, command_id="in-1")
    assert again.repeated
    assert again.events == first.events
    assert again.seq == first.seq
    with refused("on_duty"):
        shift.ask(command)
    verify(stream=stream(shift))


def test_a_push_is_followed_in_the_tables_own_transaction(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    wren = shift.find("Wren")
    assert wren is not None
    assert wren.table == "T1"
    with (
        patch("tables.dealers.table_sync.lineup_sync_table", side_effect=RuntimeError),
        pytest.raises(RuntimeError),
    ):
        shift.push("Plover")
    assert Table.objects.get(pk=shift.room.table.pk).view["dealer"]["name"] == "Wren"
    shift.wait(30)
    shift.push("Plover")
    wren, plover = shift.find("Wren"), shift.find("Plover")
    assert wren is not None
    assert plover is not None
    assert (wren.table, wren.last, wren.downs, plover.table) == ("", "T1", 1, "T1")
    verify(stream=stream(shift))


def test_who_signs_in_at_a_tablet_is_clocked_in_by_that(shift: Shift) -> None:
    device, _ = paired(shift.room.table)
    dealer_sign_in(device=device, badge="101", pin=PIN, now=shift.now)
    lineup_events = [event for _, _, event in recent_lineup_events(shift.room_id)]
    assert e.ClockedIn(shift.people["Wren"].key, "Wren", _ms(shift), table="T1") in lineup_events
    assert shift.box is not None
    assert shift.box.dealer == shift.people["Wren"].key


def test_a_supervisor_in_a_box_is_no_dealer_of_the_rotation(shift: Shift) -> None:
    shift.dealer("Oak", role="supervisor")
    shift.push("Oak")
    oak = shift.find("Oak")
    assert oak is not None
    assert not oak.rotates
    shift.push("Wren")
    assert shift.find("Oak") is None


def test_a_closed_table_needs_nobody_and_its_undo_is_followed(shift: Shift) -> None:
    shift.push("Wren")
    for seat in (1, 2, 3, 4):
        shift.room.do(p.LeaveSeat(seat=seat))
    shift.room.do(p.CloseTable())
    assert _where(shift) == (None, "")
    shift.room.do(p.Undo())
    assert _where(shift) == (shift.people["Wren"].key, "T1")
    verify(stream=stream(shift))


def test_a_table_that_opens_another_day_has_nobody_from_before(shift: Shift) -> None:
    device, _ = paired(shift.room.table)
    shift.push("Wren")
    for seat in (1, 2, 3, 4):
        shift.room.do(p.LeaveSeat(seat=seat))
    shift.room.do(p.CloseTable())
    shift.now = shift.room.now
    shift.ask(c.ClockOut(shift.people["Wren"].key))
    shift.room.now += timedelta(hours=14)
    shift.room.sit(1, 2)
    shift.room.open()
    assert shift.box is not None
    assert shift.box.dealer == ""
    assert shift.find("Wren") is None
    later = shift.room.now + timedelta(minutes=1)
    dealer_sign_in(device=device, badge="101", pin=PIN, now=later)  # no push: the table names him
    assert _where(shift) == (shift.people["Wren"].key, "T1")
    assert shift.box.since == int(later.timestamp() * 1000)
    shift.room.now = later
    shift.room.do(p.SetButton(seat=1))
    shift.room.do(p.Undo())
    assert shift.box.since == int(later.timestamp() * 1000)
    verify(stream=stream(shift))


def test_a_table_that_opens_again_soon_has_its_dealer(shift: Shift) -> None:
    shift.push("Wren")
    for seat in (1, 2, 3, 4):
        shift.room.do(p.LeaveSeat(seat=seat))
    shift.room.do(p.CloseTable())
    shift.room.now += timedelta(minutes=5)
    shift.room.sit(1, 2)
    shift.room.open()
    assert _where(shift) == (shift.people["Wren"].key, "T1")
    assert shift.box is not None
    assert shift.box.since == int(shift.room.now.timestamp() * 1000)


def _where(shift: Shift) -> tuple[str | None, str]:
    """Who deals at T1 by the line-up, and where Wren does."""
    wren = shift.find("Wren")
    assert wren is not None
    return shift.box.dealer if shift.box else None, wren.table


def test_a_stale_page_changes_nothing(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Siskin")
    wren, plover = (shift.people[alias].key for alias in ("Wren", "Plover"))
    siskin = shift.people["Siskin"].key
    with refused("box_moved_on"):
        shift.ask(c.AssignNext("T1", wren, "asked for it", out="", named=""))
    shift.ask(c.AssignNext("T1", wren, "asked for it", out=siskin, named=""))
    with refused("box_moved_on"):
        shift.ask(c.AssignNext("T1", plover, "nearer", out=siskin, named=""))
    shift.ask(c.SetSection("staff.9", "Oak", ("T1",), before=()))
    with refused("section_moved_on"):
        shift.ask(c.SetSection("staff.9", "Oak", ("T2",), before=()))
    assert [assignment.key for assignment in shift.dealers.assigned] == [wren]


def test_two_supervisors_name_two_dealers_for_one_box() -> None:
    """Both had the same page: one is told that it is stale. Two new command ids, one line-up."""
    shift = shift_of()
    shift.clock_in("Wren", "Plover", "Siskin")
    ready = Barrier(2)

    def name(alias: str) -> str:
        ready.wait()
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
    assert len(shift.dealers.assigned) == 1
    verify(stream=stream(shift))


def test_verify_journal_rebuilds_the_line_up_and_finds_a_forged_one(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    call_command("verify_journal")
    Stream.objects.filter(pk=stream(shift).pk).update(state=b"{}")
    with pytest.raises(Mismatch):
        verify(stream=stream(shift))


def test_a_room_from_before_gets_its_line_up_from_its_tables(shift: Shift) -> None:
    shift.push("Wren")
    other = Room.objects.create(name="Other")
    assert not lineup_initialize(room_id=shift.room_id, now=shift.now)
    assert load_lineup(other.pk).dealers.duty == ()
    with patch("tables.dealers.table_sync.lineup_sync_table"):
        old = shift_of_old(shift)
    assert not RoomDealers.objects.filter(room=old).exists()
    notify_due_pushes(shift.now)
    dealers = load_lineup(old.pk).dealers
    assert [(box.table, box.dealer) for box in dealers.boxes] == [
        ("T9", shift.people["Plover"].key)
    ]


def shift_of_old(shift: Shift) -> Room:
    """A room whose table opened and was pushed before there was a line-up."""
    from tables import lifecycle
    from tests.tables.room import Small

    room = Room.objects.create(name="Old room")
    table = lifecycle.table_create(
        room=room,
        name="T9",
        seats=9,
        plaque=shift.room.table.plaque,
        actor="system.test",
        now=shift.now,
    )
    small = Small(table, shift.now)
    small.sit(1, 2)
    small.open()
    small.do(p.PushDealer(shift.people["Plover"].key, "Plover"))
    return room


def test_the_clock_tells_pages_and_tablets_and_moves_nothing(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    before, began = load_lineup(shift.room_id), shift.room.now
    with patch.object(broadcast, "send") as send:
        assert notify_due_pushes(began + timedelta(minutes=29)) == 0
        notify_due_pushes(began + timedelta(minutes=20, seconds=5))
        assert [call.args[1]["type"] for call in send.call_args_list] == ["table.look"]
        send.reset_mock()
        assert notify_due_pushes(began + timedelta(minutes=30, seconds=9)) == 1
        message = {call.args[1]["type"] for call in send.call_args_list}
        assert message == {"dealers.changed", "table.look"}
    assert load_lineup(shift.room_id) == before


def test_who_comes_next_is_said_from_ten_minutes_before(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    began = int(shift.room.now.timestamp() * 1000)
    push = pushes_of(shift.room_id, shift.dealers, began)["T1"]
    assert push.inward is not None
    assert push.inward.name == "Plover"
    assert not is_push_near(push, began + 19 * 60_000)
    assert is_push_near(push, began + 20 * 60_000)


def test_tablets_look_where_another_comes_next(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    shift.wait(25)
    with patch.object(broadcast, "send_refresh") as look:
        shift.ask(c.AssignNext("T1", shift.people["Plover"].key, "the same one"))
        look.assert_not_called()
        shift.ask(c.LeaveRotation(shift.people["Plover"].key, "drop count"))
        look.assert_called_once_with(table_id=shift.room.table.pk)


def test_sections_are_kept_in_the_log_with_who_set_them(shift: Shift) -> None:
    shift.dealer("Oak", role="supervisor")
    shift.ask(c.SetSection(shift.people["Oak"].key, "Oak", ("T1", "T2")))
    section = shift.dealers.section_of("T1")
    assert section is not None
    assert section.name == "Oak"
    entry = Entry.objects.filter(stream=stream(shift)).order_by("-seq")[0]
    assert (entry.name, entry.actor) == ("section.set", "staff.1")


def test_no_room_no_line_up(shift: Shift) -> None:
    with refused("no_such_room"):
        lineup_initialize(room_id=999_999, now=shift.now)


def _ms(shift: Shift) -> int:
    return int(shift.now.timestamp() * 1000)
