"""The lists' log: one transaction per command, the same answer to a repeated command, refusals of the server."""

from datetime import timedelta

import msgspec
import pytest
from django.core.management import call_command

from journal.models import Entry, Stream
from journal.projections import find_mismatches
from journal.tap_time import caveat_texts
from journal.verify import Mismatch, verify
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from poker.commands import Deal, LeaveSeat, Undo
from poker.refusal import Refusal
from staff.models import Room
from tests.support.desk import KEY, Desk
from waitlist.actions import load_waitlists
from waitlist.departures import departures_last_hour
from waitlist.models import Departure, WaitlistChange
from waitlist.rules import codec
from waitlist.rules import commands as c
from waitlist.seat_availability import table_seats
from waitlist.seatings import waitlist_execute
from waitlist.tasks import CLOCK, waitlist_expire

pytestmark = pytest.mark.django_db(transaction=True)


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def waitlist_stream(desk: Desk) -> Stream:
    return Stream.objects.get(key=f"lists.{desk.room_id}")


def test_command_is_stored_with_its_snapshot_and_answered_again(desk: Desk) -> None:
    player = player_named(key="", alias="Paper Crane")
    command = c.AddPlayer(KEY, player.key, "whatever the desk typed")
    first = desk.execute(command, command_id="add-1")
    repeated = desk.execute(command, command_id="add-1")
    assert (repeated.repeated, repeated.seq, repeated.events) == (True, first.seq, first.events)
    assert desk.names == ["Paper Crane"], "the room's own alias"
    assert len(desk.waitlist.entries[0].token) == 32
    stored_stream = waitlist_stream(desk)
    public = msgspec.to_builtins(first.view)
    assert public["lists"][0]["names"] == [{"name": "Paper Crane", "here": True}]
    assert "token" not in str(public)
    assert player.key not in str(public)
    verify(stream=stored_stream)


def test_no_entry_is_earlier_than_the_one_before(desk: Desk) -> None:
    desk.add("Hat")
    desk.now -= timedelta(hours=1)
    desk.add("Crane")
    *_, earlier, added = Entry.objects.filter(stream=waitlist_stream(desk)).order_by("seq")
    assert (added.at, added.stored_at) == (earlier.at, desk.now)
    assert caveat_texts(added.caveat) == ["server's clock was set back"]
    verify(stream=waitlist_stream(desk))
    assert list(find_mismatches(waitlist_stream(desk))) == []


def test_verify_journal_rebuilds_the_lists(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.add("Hat", "Crane", "Kettle")
    desk.execute(c.ChangePosition(desk.entry_number("Kettle"), 1, "broken game"))
    desk.execute(c.CallPlayer(desk.entry_number("Kettle"), "T1", 5))
    call_command("verify_journal")
    output = capsys.readouterr().out
    assert (
        f"lists.{desk.room_id}: {waitlist_stream(desk).seq} entries, chain and view agree" in output
    )
    Stream.objects.filter(pk=waitlist_stream(desk).pk).update(
        state=codec.encode_state(codec.decode_state(b""))
    )
    with pytest.raises(Mismatch, match=r"state\.lists"):
        verify(stream=waitlist_stream(desk))


def test_barred_or_unknown_player_is_not_added(desk: Desk) -> None:
    player = player_named(key="", alias="Nettle")
    sanction_give(player=player, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)
    with expect_refusal("player_barred"):
        desk.add("Nettle")
    with expect_refusal("player_unknown"):
        desk.execute(c.AddPlayer(KEY, "p999999", "Nobody"))
    with expect_refusal("no_such_list"):
        desk.execute(c.AddPlayer("bridge", player_named(key="", alias="Hat").key, "Hat"))
    assert desk.names == []


def test_underage_or_merged_player_is_refused(desk: Desk) -> None:
    young = player_named(key="", alias="Acorn")
    Player.objects.filter(pk=young.pk).update(born=desk.now.date() - timedelta(days=365 * 17))
    Room.objects.update(minimum_age=18)
    with expect_refusal("too_young"):
        desk.execute(c.AddPlayer(KEY, young.key, "Acorn"))
    desk.add("Hat", "Bonnet")
    hat, bonnet = (Player.objects.get(alias=name) for name in ("Hat", "Bonnet"))
    desk.execute(c.RemovePlayer(desk.entry_number("Bonnet"), "the same person"))
    Player.objects.filter(pk=bonnet.pk).update(merged_into=hat)
    with expect_refusal("on_this_list"):
        desk.execute(c.AddPlayer(KEY, bonnet.key, "Bonnet"))
    Player.objects.filter(pk=hat.pk).update(merged_into=Player.objects.get(alias="Pebble 1"))
    with expect_refusal("at_that_table"):
        desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))


def test_suspended_player_is_not_called(desk: Desk) -> None:
    desk.add("Hat")
    sanction_give(
        player=Player.objects.get(alias="Hat"),
        kind="suspension",
        until=desk.now + timedelta(days=1),
        reason="x",
        by="staff.2",
        now=desk.now,
    )
    for command in (c.CallPlayer, c.ConfirmSeated):
        with expect_refusal("player_suspended"):
            desk.execute(command(desk.entry_number("Hat"), "T1", 5))


def test_unknown_or_taken_seats_are_refused(desk: Desk) -> None:
    desk.add("Hat", "Pebble 1")
    hat = desk.entry_number("Hat")
    seated_number = desk.entry_number("Pebble 1")
    with expect_refusal("no_such_table"):
        desk.execute(c.CallPlayer(hat, "T99", 5))
    with expect_refusal("no_such_chair"):
        desk.execute(c.CallPlayer(hat, "T1", 12))
    for command in (c.CallPlayer, c.ConfirmSeated):
        with expect_refusal("chair_taken"):
            desk.execute(command(hat, "T1", 2))
    with expect_refusal("at_that_table"):
        desk.execute(c.CallPlayer(seated_number, "T1", 5, reason="asked"))
    with expect_refusal("out_of_order"):
        desk.add("Crane")
        desk.execute(c.ConfirmSeated(desk.entry_number("Crane"), "T1", 5))


def test_seating_updates_waitlist_and_table_together(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    result = desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5), command_id="sit-1")
    assert desk.names == ["Crane"]
    desk.room.table.stream.refresh_from_db()
    assert desk.room.table.view.seats[4].name == "Hat"
    entry = Entry.objects.get(stream=desk.room.table.stream, command_id="sit-1")
    assert (entry.name, entry.actor) == ("seat.taken", "staff.1")
    assert desk.execute(c.ConfirmSeated(1, "T1", 5), command_id="sit-1").seq == result.seq, (
        "sent again"
    )


def test_table_refusal_leaves_the_waitlist_unchanged(desk: Desk) -> None:
    desk.execute(c.OpenWaitlist("change", "Seat change, T1", kind="seat_change", of="T1"))
    pebble = Player.objects.get(alias="Pebble 1")
    desk.execute(c.AddPlayer("change", pebble.key, "Pebble 1"))
    desk.room.execute(Deal())
    before = load_waitlists(desk.room_id)
    with expect_refusal("hand_in_progress"):
        desk.execute(c.ConfirmSeated(before.of(pebble.key)[0][1].number, "T1", 5))
    assert load_waitlists(desk.room_id) == before


def test_call_expired_during_downtime_ends_at_the_start(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(
        c.CallPlayer(desk.entry_number("Hat"), "T1", 5), now=desk.now - timedelta(days=900)
    )
    # Only the database still has the room: the job reads it and no cache.
    assert waitlist_expire() == 1
    assert waitlist_expire() == 0
    assert [entry.state for entry in desk.waitlist.entries] == ["waiting", "waiting"]
    last = WaitlistChange.objects.first()
    assert last is not None
    assert (last.event, last.name, last.by) == ("name.passed", "Hat", CLOCK)


def test_expiry_task_leaves_rooms_with_simulated_time_alone(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(
        c.CallPlayer(desk.entry_number("Hat"), "T1", 5), now=desk.now - timedelta(days=900)
    )
    Room.objects.update(own_time=True)
    assert waitlist_expire() == 0
    Room.objects.update(own_time=False)
    assert waitlist_expire() == 1


def test_changes_have_positions_before_and_after(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    desk.execute(c.ChangePosition(desk.entry_number("Kettle"), 1, "from a broken game"))
    desk.execute(c.RemovePlayer(desk.entry_number("Hat"), "went home"))
    rows = WaitlistChange.objects.values_list("event", "name", "before", "to", "reason")
    assert list(rows[:3]) == [
        ("name.off", "Hat", 2, 0, "went home"),
        ("name.moved", "Kettle", 3, 1, "from a broken game"),
        ("name.added", "Kettle", 0, 3, ""),
    ]


def test_freed_seats_are_counted_until_undone(desk: Desk) -> None:
    desk.room.execute(LeaveSeat(seat=2))
    now = desk.room.now
    assert departures_last_hour(desk.room_id, now) == {KEY: 1}
    assert departures_last_hour(desk.room_id, now + timedelta(hours=2)) == {}
    desk.room.execute(Undo())
    assert departures_last_hour(desk.room_id, now) == {}
    assert not Departure.objects.exists()


def test_table_seats_list_the_open_seats(desk: Desk) -> None:
    (table,) = table_seats(desk.room_id)
    assert (table.key, table.name, table.is_open) == (KEY, "T1", True)
    assert table.empty == [number for number in table.seats if number > 4]


def test_unknown_room_is_refused(desk: Desk) -> None:
    with expect_refusal("no_such_room"):
        waitlist_execute(
            room_id=10**6, command_id="x", command=c.ExpireDue(), actor="staff.1", now=desk.now
        )
