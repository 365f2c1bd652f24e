"""A corrected alias: the same player under one name on lists, at tables and on their own page."""

from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from players.models import Player
from players.registry import PlayerInput
from players.roster import player_named
from poker.commands import Deal, LeaveSeat, LockSeat, Undo
from tables.models import Table
from tests.support.desk import ACTOR, KEY, Desk
from waitlist.models import WaitlistChange
from waitlist.pages.room_snapshot import current_room_snapshot
from waitlist.player_aliases import player_edit
from waitlist.rules import commands as c
from waitlist.visits import players_merge

pytestmark = pytest.mark.django_db(transaction=True)


def rename(desk: Desk, alias: str, to: str) -> Player:
    """Give a player another alias; return the player."""
    player = Player.objects.get(alias=alias)
    player_edit(player=player, player_input=PlayerInput(alias=to), by=ACTOR, now=desk.now)
    return player


def seat_names(desk: Desk) -> dict[int, str]:
    table = Table.objects.select_related("stream").get(pk=desk.room.table.pk)
    return {seat.seat: seat.name for seat in table.view.seats if seat.name}


def line_page(token: str) -> str:
    return Client().get(f"/line/{token}").content.decode()


def test_a_new_alias_is_shown_on_lists_and_the_players_page(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    token = desk.waitlist.entries[0].token
    assert "Hat" in line_page(token)
    rename(desk, "Hat", "Top Hat")
    assert desk.names == ["Top Hat", "Crane"]
    assert "Top Hat" in line_page(token)
    desk.execute(c.RemovePlayer(desk.entry_number("Top Hat"), "Left"))
    assert "Top Hat" in line_page(token)
    snapshot = current_room_snapshot(desk.room_id, desk.now)
    added = WaitlistChange.objects.get(event="name.added", number=2)
    rename(desk, "Crane", "Paper Crane")
    snapshot = current_room_snapshot(desk.room_id, desk.now)
    assert snapshot.name_of(added.number, added.name) == "Paper Crane"
    call_command("verify_journal")


def test_the_old_alias_on_the_same_list_is_another_player(desk: Desk) -> None:
    desk.add("Hat")
    player = rename(desk, "Hat", "Top Hat")
    desk.add("Hat")
    assert desk.names == ["Top Hat", "Hat"]
    assert desk.waitlist.entries[0].player == player.key != desk.waitlist.entries[1].player


def test_a_new_alias_reaches_seat_and_lock_up_during_a_hand(desk: Desk) -> None:
    kept = player_named(key="", alias="Kept")
    desk.room.execute(LockSeat(7, until=2**50, player=kept.key, name="Kept"))
    desk.room.execute(Deal())
    rename(desk, "Pebble 2", "Boulder")
    rename(desk, "Kept", "Waited for")
    assert seat_names(desk)[2] == "Boulder"
    table = Table.objects.select_related("stream").get(pk=desk.room.table.pk)
    locks = {seat.seat: seat.lock.name for seat in table.view.seats if seat.lock}
    assert locks == {7: "Waited for"}
    desk.room.execute(Undo())
    assert seat_names(desk)[2] == "Boulder", "the alias outlives the undo of the deal"
    call_command("verify_journal")


def test_undo_that_seats_a_player_again_has_the_present_alias(desk: Desk) -> None:
    desk.room.execute(LeaveSeat(3))
    rename(desk, "Pebble 3", "Boulder")
    assert 3 not in seat_names(desk)
    desk.room.execute(Undo())
    assert seat_names(desk)[3] == "Boulder"
    call_command("verify_journal")


def test_undo_at_the_desk_is_offered_after_a_new_alias(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    removed = desk.execute(c.RemovePlayer(desk.entry_number("Hat"), "Left"))
    rename(desk, "Hat", "Top Hat")
    desk.execute(c.UndoAction(removed.seq))
    assert desk.names == ["Top Hat", "Crane"]
    called = desk.execute(c.CallPlayer(desk.entry_number("Top Hat"), "T1", 6))
    desk.execute(c.UndoAction(called.seq))
    assert desk.waitlist.entries[0].state == "waiting"


def test_merged_player_has_the_surviving_alias_everywhere(desk: Desk) -> None:
    desk.add("Hat")
    surviving = player_named(key="", alias="Real Name")
    for alias in ("Hat", "Pebble 4"):
        gone = Player.objects.get(alias=alias)
        players_merge(surviving=surviving, merged=gone, reason="Same.", by=ACTOR, now=desk.now)
    assert desk.names == ["Real Name"]
    assert seat_names(desk)[4] == "Real Name"
    assert desk.waitlist.key == KEY
    call_command("verify_journal")


def test_change_of_another_field_stores_no_event(desk: Desk) -> None:
    desk.add("Hat")
    player = Player.objects.get(alias="Hat")
    seq = desk.room.seq
    data = PlayerInput(alias="Hat", notes=f"Note {uuid4().hex[:4]}")
    player_edit(player=player, player_input=data, by=ACTOR, now=desk.now)
    assert desk.room.seq == seq
