"""Projection rows are deleted, rebuilt and equal; differences are reported; a broken log rebuilds nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from journal.models import Stream
from players.models import Player
from poker.commands import AddChips, LeaveSeat, RemoveChips, SeatPlayer, Undo
from tables.models import ChipMovement, SeatSession
from tests.support.desk import KEY, Desk, create_desk
from waitlist.models import Departure, WaitlistChange
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)
KINDS: tuple[Any, ...] = (Departure, WaitlistChange, SeatSession, ChipMovement)
ID_FIELDS = {"id", "sitting_id"}


def projection_rows() -> dict[str, list[dict[str, Any]]]:
    """Return all rows without their ids."""
    return {
        kind.__name__: sorted(
            ({k: v for k, v in row.items() if k not in ID_FIELDS} for row in kind.objects.values()),
            key=repr,
        )
        for kind in KINDS
    }


@pytest.fixture
def evening_desk() -> Desk:
    """A desk after an evening: a buy-in, removed chips, a departure, an undone seating, waitlist changes."""
    desk = create_desk()
    room = desk.room
    player = Player.objects.create(alias="Bobbin")
    room.execute(SeatPlayer(seat=5, player=player.key, name=player.alias, stack=5000))
    room.execute(AddChips(seat=5, amount=2500))
    room.execute(RemoveChips(seat=5, amount=500, cap=500, by="staff.2", reason="Dinner"))
    room.now += timedelta(hours=1)
    room.execute(LeaveSeat(seat=5))
    room.execute(Undo())
    room.execute(LeaveSeat(seat=5))
    room.execute(LeaveSeat(seat=2))
    desk.now = room.now
    desk.add("Hat", "Crane")
    desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5))
    desk.execute(c.RemovePlayer(desk.entry_number("Crane"), "went home"))
    return desk


def command_output(capsys: Any, command: str) -> str:
    capsys.readouterr()
    call_command(command)
    return str(capsys.readouterr().out)


def test_rebuilt_projections_equal_the_old_ones(evening_desk: Desk, capsys: Any) -> None:
    before = projection_rows()
    assert {name: len(match) for name, match in before.items()} == {
        "Departure": 2,
        "WaitlistChange": 4,
        "SeatSession": 6,
        "ChipMovement": len(before["ChipMovement"]),
    }
    assert "DIFFERS" not in command_output(capsys, "verify_journal")
    assert command_output(capsys, "rebuild_pictures") == "", "nothing differs"
    for kind in reversed(KINDS):
        kind.objects.all().delete()
    with pytest.raises(CommandError, match="differ"):
        call_command("verify_journal")
    message = capsys.readouterr().out
    assert "seats that were left: 2 rows don't match the log" in message
    assert "sittings and chips: 9 rows don't match the log" in message
    assert "changes of the lists: 4 rows don't match the log" in message
    assert command_output(capsys, "rebuild_pictures").count("rebuilt") == 3
    assert projection_rows() == before
    assert "DIFFERS" not in command_output(capsys, "verify_journal")


def test_altered_rows_are_found_and_repaired(evening_desk: Desk, capsys: Any) -> None:
    before = projection_rows()
    ChipMovement.objects.filter(kind="taken_off").update(amount=1)
    WaitlistChange.objects.filter(event="name.seated").update(waited=1)
    stream = evening_desk.room.table.stream
    Stream.objects.filter(pk=stream.pk).update(view={}, base_seq=0)
    assert command_output(capsys, "rebuild_pictures").count("rebuilt") == 3
    assert projection_rows() == before
    assert "DIFFERS" not in command_output(capsys, "verify_journal")


def test_projection_is_not_rebuilt_from_a_broken_log(evening_desk: Desk, capsys: Any) -> None:
    stream = evening_desk.room.table.stream
    Stream.objects.filter(pk=stream.pk).update(hash="0" * 64, view={})
    with pytest.raises(CommandError, match="Incomplete logs: 1"):
        call_command("rebuild_pictures")
    assert "NOT CHANGED" in capsys.readouterr().out
    assert Stream.objects.get(pk=stream.pk).view == {}


def test_rebuilt_visit_begins_with_its_seat(evening_desk: Desk) -> None:
    bobbin = Player.objects.get(alias="Bobbin")
    ChipMovement.objects.all().delete()
    SeatSession.objects.all().delete()
    bobbin.visits.all().delete()
    call_command("rebuild_pictures")
    (visit,) = bobbin.visits.all()
    (seat_session,) = visit.sittings.all()
    assert (visit.in_at, visit.out_at) == (seat_session.taken_at, seat_session.left_at)
    assert evening_desk.waitlist.key == KEY
