"""The lists' log: one transaction a command, the same answer to the same command, refusals of the server."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core.management import call_command

from journal.models import Entry, Stream
from journal.verify import Mismatch, verify
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from poker.commands import Deal, LeaveSeat, Undo
from poker.refusal import Refusal
from poker.waitlist import codec
from poker.waitlist import commands as c
from tables.models import FreedSeat, ListChange, Room
from tables.seat_availability import table_seats
from tables.tasks import CLOCK, waitlist_expire
from tables.waitlist.departures import departures_last_hour
from tables.waitlist.execute import load_waitlists, waitlist_execute
from tests.tables.lists.desk import KEY, Desk

pytestmark = pytest.mark.django_db(transaction=True)


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def stream(desk: Desk) -> Stream:
    return Stream.objects.get(key=f"lists.{desk.room_id}")


def test_a_command_is_stored_with_its_picture_and_answered_the_same_again(desk: Desk) -> None:
    player = player_named(key="", alias="Paper Crane")
    command = c.AddPlayer(KEY, player.key, "whatever the desk typed")
    first = desk.ask(command, command_id="add-1")
    again = desk.ask(command, command_id="add-1")
    assert (again.repeated, again.seq, again.events) == (True, first.seq, first.events)
    assert desk.names == ["Paper Crane"], "the room's own alias"
    assert len(desk.line.places[0].token) == 32
    kept = stream(desk)
    assert kept.view["lists"][0]["names"] == [{"name": "Paper Crane", "here": True}]
    assert "token" not in str(kept.view)
    assert player.key not in str(kept.view)
    verify(stream=kept)


def test_verify_journal_rebuilds_the_lists(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.add("Hat", "Crane", "Kettle")
    desk.ask(c.ChangePosition(desk.number("Kettle"), 1, "broken game"))
    desk.ask(c.CallPlayer(desk.number("Kettle"), "T1", 5))
    call_command("verify_journal")
    out = capsys.readouterr().out
    assert f"lists.{desk.room_id}: {stream(desk).seq} entries, chain and view agree" in out
    Stream.objects.filter(pk=stream(desk).pk).update(
        state=codec.encode_lists(codec.decode_lists(b""))
    )
    with pytest.raises(Mismatch, match=r"state\.lines"):
        verify(stream=stream(desk))


def test_a_barred_player_is_put_on_no_list(desk: Desk) -> None:
    player = player_named(key="", alias="Nettle")
    sanction_give(player=player, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)
    with refused("player_barred"):
        desk.add("Nettle")
    with refused("player_unknown"):
        desk.ask(c.AddPlayer(KEY, "p999999", "Nobody"))
    with refused("no_such_list"):
        desk.ask(c.AddPlayer("bridge", player_named(key="", alias="Hat").key, "Hat"))
    assert desk.names == []


def test_who_is_too_young_or_was_two_is_refused_at_the_lists(desk: Desk) -> None:
    young = player_named(key="", alias="Acorn")
    Player.objects.filter(pk=young.pk).update(born=desk.now.date() - timedelta(days=365 * 17))
    Room.objects.update(minimum_age=18)
    with refused("too_young"):
        desk.ask(c.AddPlayer(KEY, young.key, "Acorn"))
    desk.add("Hat", "Bonnet")
    hat, bonnet = (Player.objects.get(alias=name) for name in ("Hat", "Bonnet"))
    desk.ask(c.RemovePlayer(desk.number("Bonnet"), "the same person"))
    Player.objects.filter(pk=bonnet.pk).update(merged_into=hat)
    with refused("on_this_list"):
        desk.ask(c.AddPlayer(KEY, bonnet.key, "Bonnet"))
    Player.objects.filter(pk=hat.pk).update(merged_into=Player.objects.get(alias="Pebble 1"))
    with refused("at_that_table"):
        desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 5))


def test_a_call_leaves_the_job_of_paging_after_the_commit(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    Player.objects.filter(alias="Hat").update(phone="+15550100")
    with patch("tables.waitlist.paging.current_app.send_task") as left:
        desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 5))
        assert left.call_args.args[1][0] == Player.objects.get(alias="Hat").key
        left.reset_mock()
        desk.ask(c.CallPlayer(desk.number("Crane"), "T1", 6))
        assert not left.called, "nobody knows where"
        desk.ask(c.PageAgain(desk.number("Hat")))
        (player, text), _ = left.call_args.args[1], left.reset_mock()
        assert player == Player.objects.get(alias="Hat").key
        assert "table T1, seat 5 is held for you until" in text
        with refused("no_address"):
            desk.ask(c.PageAgain(desk.number("Crane")))
        with refused("called_already"):
            desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 7))
        assert not left.called


def test_who_was_suspended_meanwhile_is_not_called(desk: Desk) -> None:
    desk.add("Hat")
    sanction_give(
        player=Player.objects.get(alias="Hat"), kind="suspension",
        until=desk.now + timedelta(days=1), reason="x", by="staff.2", now=desk.now,
    )  # fmt: skip
    for command in (c.CallPlayer, c.ConfirmSeated):
        with refused("player_suspended"):
            desk.ask(command(desk.number("Hat"), "T1", 5))


def test_chairs_that_are_none_or_taken_are_not_given(desk: Desk) -> None:
    desk.add("Hat", "Pebble 1")
    hat, sits = desk.number("Hat"), desk.number("Pebble 1")
    with refused("no_such_table"):
        desk.ask(c.CallPlayer(hat, "T99", 5))
    with refused("no_such_chair"):
        desk.ask(c.CallPlayer(hat, "T1", 12))
    for command in (c.CallPlayer, c.ConfirmSeated):
        with refused("chair_taken"):
            desk.ask(command(hat, "T1", 2))
    with refused("at_that_table"):
        desk.ask(c.CallPlayer(sits, "T1", 5, reason="asked"))
    with refused("out_of_order"):
        desk.add("Crane")
        desk.ask(c.ConfirmSeated(desk.number("Crane"), "T1", 5))


def test_seating_is_one_thing_with_the_tables(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 5))
    result = desk.ask(c.ConfirmSeated(desk.number("Hat"), "T1", 5), command_id="sit-1")
    assert desk.names == ["Crane"]
    desk.room.table.stream.refresh_from_db()
    assert desk.room.table.view["seats"][4]["name"] == "Hat"
    entry = Entry.objects.get(stream=desk.room.table.stream, command_id="sit-1")
    assert (entry.name, entry.actor) == ("seat.taken", "staff.1")
    assert desk.ask(c.ConfirmSeated(1, "T1", 5), command_id="sit-1").seq == result.seq, "sent again"


def test_what_the_table_refuses_leaves_the_list_as_it_was(desk: Desk) -> None:
    desk.ask(c.OpenWaitlist("change", "Seat change, T1", kind="seat_change", of="T1"))
    pebble = Player.objects.get(alias="Pebble 1")
    desk.ask(c.AddPlayer("change", pebble.key, "Pebble 1"))
    desk.room.do(Deal())
    before = load_waitlists(desk.room_id)
    with refused("hand_in_progress"):
        desk.ask(c.ConfirmSeated(before.lists.of(pebble.key)[0][1].number, "T1", 5))
    assert load_waitlists(desk.room_id) == before


def test_a_clock_that_ran_out_while_the_room_was_closed(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 5), now=desk.now - timedelta(days=900))
    # Nothing but the database is left of the room: the job asks it and no memory.
    assert waitlist_expire() == 1
    assert waitlist_expire() == 0
    assert [entry.state for entry in desk.line.places] == ["waiting", "waiting"]
    last = ListChange.objects.first()
    assert last is not None
    assert (last.event, last.name, last.by) == ("name.passed", "Hat", CLOCK)


def test_the_rooms_clock_leaves_a_room_with_a_time_of_its_own_alone(desk: Desk) -> None:
    desk.add("Hat")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 5), now=desk.now - timedelta(days=900))
    Room.objects.update(own_time=True)
    assert waitlist_expire() == 0
    Room.objects.update(own_time=False)
    assert waitlist_expire() == 1


def test_changes_say_each_place_before_and_after(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    desk.ask(c.ChangePosition(desk.number("Kettle"), 1, "from a broken game"))
    desk.ask(c.RemovePlayer(desk.number("Hat"), "went home"))
    rows = ListChange.objects.values_list("event", "name", "before", "to", "reason")
    assert list(rows[:3]) == [
        ("name.off", "Hat", 2, 0, "went home"),
        ("name.moved", "Kettle", 3, 1, "from a broken game"),
        ("name.added", "Kettle", 0, 3, ""),
    ]


def test_seats_that_were_left_are_counted_until_that_is_undone(desk: Desk) -> None:
    desk.room.do(LeaveSeat(seat=2))
    now = desk.room.now
    assert departures_last_hour(desk.room_id, now) == {KEY: 1}
    assert departures_last_hour(desk.room_id, now + timedelta(hours=2)) == {}
    desk.room.do(Undo())
    assert departures_last_hour(desk.room_id, now) == {}
    assert not FreedSeat.objects.exists()


def test_chairs_of_the_room(desk: Desk) -> None:
    (table,) = table_seats(desk.room_id)
    assert (table.key, table.name, table.is_open) == (KEY, "T1", True)
    assert table.empty == [number for number in table.seats if number > 4]


def test_a_room_that_is_none(desk: Desk) -> None:
    with refused("no_such_room"):
        waitlist_execute(
            room_id=10**6, command_id="x", command=c.ExpireDue(), actor="staff.1", now=desk.now
        )
