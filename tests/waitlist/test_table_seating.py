"""Seating at the table itself: the desk's promises bind, the name leaves the list, and a player has one name."""

from uuid import uuid4

import pytest

from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from poker.refusal import Refusal
from tables.actions import CommandResult
from tables.models import Visit
from tables.seating import player_seat
from tests.support.desk import KEY, Desk
from waitlist.models import WaitlistChange
from waitlist.rules import commands as c
from waitlist.visits import check_in, players_merge

pytestmark = pytest.mark.django_db(transaction=True)


def seat_player(desk: Desk, seat: int, name: str, command_id: str = "") -> CommandResult:
    return player_seat(
        table_id=desk.room.table.pk,
        seat=seat,
        player="",
        name=name,
        command_id=command_id or str(uuid4()),
        seen=None,
        actor="staff.7",
        now=desk.now,
    )


def test_reserved_seat_is_for_the_called_player(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    with pytest.raises(Refusal, match="chair_kept"):
        seat_player(desk, 5, "Crane")
    with pytest.raises(Refusal, match="chair_kept"):
        seat_player(desk, 5, "Nobody so far")
    assert not Player.objects.filter(alias="Nobody so far").exists()
    id_ = str(uuid4())
    seat_player(desk, 5, "Hat", id_)
    assert desk.names == ["Crane"]
    assert seat_player(desk, 5, "Hat", id_).repeated
    last = WaitlistChange.objects.first()
    assert last is not None
    assert (last.event, last.reason, last.by) == ("name.seated", "seated at the table", "staff.7")


def test_seated_player_leaves_the_waitlist(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    seat_player(desk, 6, "crane")
    assert desk.names == ["Hat"]
    with pytest.raises(Refusal, match="seat_taken"):
        seat_player(desk, 6, "Hat")
    assert desk.names == ["Hat"]


def test_merged_players_have_one_entry(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Bonnet")
    hat, bonnet = (Player.objects.get(alias=name) for name in ("Hat", "Bonnet"))
    players_merge(surviving=hat, merged=bonnet, reason="The same card.", by="staff.2", now=desk.now)
    assert desk.names == ["Hat", "Crane"]
    last = WaitlistChange.objects.first()
    assert last is not None
    assert (last.event, last.reason) == ("name.off", "same player as #1")


def test_refused_entry_creates_no_player(desk: Desk) -> None:
    with pytest.raises(Refusal, match="no_such_list"):
        desk.execute(c.AddPlayer("bridge", "new", "Quite New"))
    assert not Player.objects.filter(alias="Quite New").exists()
    desk.execute(c.AddPlayer(KEY, "new", "Quite New"))
    assert desk.names == ["Quite New"]
    assert desk.waitlist.entries[0].player == player_named(key="", alias="Quite New").key


def test_present_player_is_checked_in_once(desk: Desk) -> None:
    desk.add("Hat", "Crane", present=False)
    hat, crane = (player_named(key="", alias=name) for name in ("Hat", "Crane"))
    assert not Visit.objects.filter(player__in=(hat, crane)).exists()
    desk.execute(c.MarkArrived(desk.entry_number("Hat")))
    desk.execute(c.MarkArrived(desk.entry_number("Hat")))
    visit = Visit.objects.get(player=hat)
    assert (visit.in_by, visit.out_at) == ("staff.1", None)
    with pytest.raises(Refusal, match="in_already"):
        check_in(player=hat, room=desk.room.table.room, by="staff.1", now=desk.now)
    desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5))
    assert Visit.objects.get(player=hat).sittings.get().seat == 5
    sanction_give(player=crane, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)
    for command in (
        c.MarkArrived(desk.entry_number("Crane")),
        c.ConfirmSeated(desk.entry_number("Crane"), "T1", 6),
    ):
        with pytest.raises(Refusal, match="player_barred"):
            desk.execute(command)
    assert not Visit.objects.filter(player=crane).exists()
    assert [entry.here for entry in desk.waitlist.entries] == [False]
