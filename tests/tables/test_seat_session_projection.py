"""Rows beside the logs are wiped, made anew and the same; who differs is said; a broken log makes nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from journal.models import Stream
from players.models import Player
from poker.commands import AddChips, LeaveSeat, RemoveChips, SeatPlayer, Undo
from poker.waitlist import commands as c
from tables.models import FreedSeat, ListChange, Movement, Sitting
from tests.tables.lists.desk import KEY, Desk, desk_of

pytestmark = pytest.mark.django_db(transaction=True)
KINDS: tuple[Any, ...] = (FreedSeat, ListChange, Sitting, Movement)
OWN = {"id", "sitting_id"}


def rows() -> dict[str, list[dict[str, Any]]]:
    """All of them without the numbers that the database gives."""
    return {
        kind.__name__: sorted(
            ({k: v for k, v in row.items() if k not in OWN} for row in kind.objects.values()),
            key=repr,
        )
        for kind in KINDS
    }


@pytest.fixture
def evening() -> Desk:
    """Somebody sits down with chips, buys, has some taken off, leaves; another is taken back; lists move."""
    desk = desk_of()
    room, player = desk.room, Player.objects.create(alias="Bobbin")
    room.do(SeatPlayer(seat=5, player=player.key, name=player.alias, stack=5000))
    room.do(AddChips(seat=5, amount=2500))
    room.do(RemoveChips(seat=5, amount=500, cap=500, by="staff.2", reason="Dinner"))
    room.now += timedelta(hours=1)
    room.do(LeaveSeat(seat=5))
    room.do(Undo())
    room.do(LeaveSeat(seat=5))
    room.do(LeaveSeat(seat=2))
    desk.now = room.now
    desk.add("Hat", "Crane")
    desk.ask(c.ConfirmSeated(desk.number("Hat"), "T1", 5))
    desk.ask(c.RemovePlayer(desk.number("Crane"), "went home"))
    return desk


def said(capsys: Any, command: str) -> str:
    capsys.readouterr()
    call_command(command)
    return str(capsys.readouterr().out)


def test_wiped_and_rebuilt_they_are_the_same(evening: Desk, capsys: Any) -> None:
    before = rows()
    assert {name: len(match) for name, match in before.items()} == {
        "FreedSeat": 2,
        "ListChange": 4,
        "Sitting": 6,
        "Movement": len(before["Movement"]),
    }
    assert "DIFFERS" not in said(capsys, "verify_journal")
    assert said(capsys, "rebuild_pictures") == "", "nothing differs"
    for kind in reversed(KINDS):
        kind.objects.all().delete()
    with pytest.raises(CommandError, match="differ"):
        call_command("verify_journal")
    message = capsys.readouterr().out
    assert "seats that were left: 2 don't match the log" in message
    assert "sittings and chips: 6 don't match the log" in message
    assert "changes of the lists: 4 rows don't match the log" in message
    assert said(capsys, "rebuild_pictures").count("rebuilt") == 3
    assert rows() == before
    assert "DIFFERS" not in said(capsys, "verify_journal")


def test_what_was_altered_is_found_and_mended(evening: Desk, capsys: Any) -> None:
    before = rows()
    Movement.objects.filter(kind="taken_off").update(amount=1)
    ListChange.objects.filter(event="name.seated").update(waited=1)
    stream = evening.room.table.stream
    Stream.objects.filter(pk=stream.pk).update(view={}, base_seq=0)
    assert said(capsys, "rebuild_pictures").count("rebuilt") == 3
    assert rows() == before
    assert "DIFFERS" not in said(capsys, "verify_journal")


def test_nothing_is_made_from_a_log_that_is_broken(evening: Desk, capsys: Any) -> None:
    stream = evening.room.table.stream
    Stream.objects.filter(pk=stream.pk).update(hash="0" * 64, view={})
    with pytest.raises(CommandError, match="Incomplete logs: 1"):
        call_command("rebuild_pictures")
    assert "NOT CHANGED" in capsys.readouterr().out
    assert Stream.objects.get(pk=stream.pk).view == {}


def test_a_stay_that_is_lost_begins_with_its_seat(evening: Desk) -> None:
    bobbin = Player.objects.get(alias="Bobbin")
    Movement.objects.all().delete()
    Sitting.objects.all().delete()
    bobbin.visits.all().delete()
    call_command("rebuild_pictures")
    (visit,) = bobbin.visits.all()
    (sitting,) = visit.sittings.all()
    assert (visit.in_at, visit.out_at) == (sitting.taken_at, sitting.left_at)
    assert evening.line.key == KEY
