"""An undone seating, removal or addition is subtracted from the cell in which it was counted."""

from datetime import timedelta

import pytest

from players.roster import player_named
from reports.models import WaitDay
from reports.rollups.room import room_roll_up
from tests.support.desk import KEY, Desk, create_desk
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(db: None) -> Desk:
    return create_desk()


def counted(desk: Desk) -> tuple[int, int, int, list[int]]:
    desk.now += timedelta(seconds=30)
    room_roll_up(desk.room.table.room, until=desk.now)
    row = WaitDay.objects.get()
    return row.added, row.seated, row.left, row.waits


def test_undone_seating_and_removal_are_not_counted(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    before = counted(desk)
    assert before == (2, 0, 0, [])
    seated = desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T1", 5))
    removed = desk.execute(c.RemovePlayer(desk.entry_number("Crane"), "went home"))
    added, seats, left, waits = counted(desk)
    assert (added, seats, left, len(waits)) == (2, 1, 1, 1)
    desk.execute(c.UndoAction(seated.seq))
    desk.execute(c.UndoAction(removed.seq))
    assert counted(desk) == before


def test_undone_addition_is_not_counted(desk: Desk) -> None:
    desk.add("Hat")
    before = counted(desk)
    added = desk.execute(c.AddPlayer(KEY, player_named(key="", alias="Crane").key, "Crane"))
    assert counted(desk)[0] == 2
    desk.execute(c.UndoAction(added.seq))
    assert counted(desk) == before
