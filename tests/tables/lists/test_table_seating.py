"""Seated at the table itself: what the desk has promised binds, the name is off, one player is one name."""

from uuid import uuid4

import pytest

from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from poker.refusal import Refusal
from poker.waitlist import commands as c
from tables.actions import CommandResult
from tables.lifecycle import player_seat
from tables.models import ListChange, Visit
from tables.visits import check_in, players_merge
from tests.tables.lists.desk import KEY, Desk

pytestmark = pytest.mark.django_db(transaction=True)


def sit(desk: Desk, seat: int, name: str, command_id: str = "") -> CommandResult:
    return player_seat(
        table_id=desk.room.table.pk, seat=seat, player="", name=name,
        command_id=command_id or str(uuid4()), seen=None, actor="staff.7", now=desk.now,
    )  # fmt: skip


def test_a_chair_that_is_kept_is_for_the_one_who_is_called(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 5))
    with pytest.raises(Refusal, match="chair_kept"):
        sit(desk, 5, "Crane")
    with pytest.raises(Refusal, match="chair_kept"):
        sit(desk, 5, "Nobody so far")
    assert not Player.objects.filter(alias="Nobody so far").exists()
    id_ = str(uuid4())
    sit(desk, 5, "Hat", id_)
    assert desk.names == ["Crane"]
    assert sit(desk, 5, "Hat", id_).repeated
    last = ListChange.objects.first()
    assert last is not None
    assert (last.event, last.reason, last.by) == ("name.seated", "seated at the table", "staff.7")


def test_whoever_waits_is_off_the_list_with_the_seat(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    sit(desk, 6, "crane")
    assert desk.names == ["Hat"]
    with pytest.raises(Refusal, match="seat_taken"):
        sit(desk, 6, "Hat")
    assert desk.names == ["Hat"]


def test_one_player_is_one_name_after_a_merge(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Bonnet")
    hat, bonnet = (Player.objects.get(alias=name) for name in ("Hat", "Bonnet"))
    players_merge(surviving=hat, merged=bonnet, reason="The same card.", by="staff.2", now=desk.now)
    assert desk.names == ["Hat", "Crane"]
    last = ListChange.objects.first()
    assert last is not None
    assert (last.event, last.reason) == ("name.off", "same player as #1")


def test_a_refused_name_leaves_no_player(desk: Desk) -> None:
    with pytest.raises(Refusal, match="no_such_list"):
        desk.ask(c.AddPlayer("bridge", "new", "Quite New"))
    assert not Player.objects.filter(alias="Quite New").exists()
    desk.ask(c.AddPlayer(KEY, "new", "Quite New"))
    assert desk.names == ["Quite New"]
    assert desk.line.places[0].player == player_named(key="", alias="Quite New").key


def test_who_is_here_is_checked_in_once(desk: Desk) -> None:
    desk.add("Hat", "Crane", here=False)
    hat, crane = (player_named(key="", alias=name) for name in ("Hat", "Crane"))
    assert not Visit.objects.filter(player__in=(hat, crane)).exists()
    desk.ask(c.MarkArrived(desk.number("Hat")))
    desk.ask(c.MarkArrived(desk.number("Hat")))
    visit = Visit.objects.get(player=hat)
    assert (visit.in_by, visit.out_at) == ("staff.1", None)
    with pytest.raises(Refusal, match="in_already"):
        check_in(player=hat, room=desk.room.table.room, by="staff.1", now=desk.now)
    desk.ask(c.ConfirmSeated(desk.number("Hat"), "T1", 5))
    assert Visit.objects.get(player=hat).sittings.get().seat == 5
    sanction_give(player=crane, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)
    for command in (
        c.MarkArrived(desk.number("Crane")),
        c.ConfirmSeated(desk.number("Crane"), "T1", 6),
    ):
        with pytest.raises(Refusal, match="player_barred"):
            desk.ask(command)
    assert not Visit.objects.filter(player=crane).exists()
    assert [entry.here for entry in desk.line.places] == [False]
