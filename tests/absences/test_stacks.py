"""Players away and picked-up stacks in the database: kept by the log, rebuilt from it, returned once."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from absences.away_players import overdue_seats, players_away
from absences.models import AbsencePolicy, AwayPlayer, PickedUpStack, ReturnedStack
from absences.stacks import held_stacks, stack_pick_up, stack_return
from absences.tasks import limits_pass
from players.models import Player
from poker.commands import (
    Act,
    Deal,
    LeaveSeat,
    NextHand,
    SeatPlayer,
    SetButton,
    SitIn,
    SitOut,
    Undo,
)
from poker.refusal import Refusal
from poker.view.model import SeatView
from staff.models import AuditEvent
from tables.actions import CommandResult
from tables.models import SeatSession
from tables.table_log import newest_view
from tests.support.desk import Desk, create_desk
from tests.support.room import PIN, TableDriver, create_staff
from waitlist.models import Departure
from waitlist.seat_undo import last_seat_action, seat_action_undo

pytestmark = pytest.mark.django_db(transaction=True)
SEAT = 5
ACTOR = "staff.1"


@pytest.fixture
def desk() -> Desk:
    desk = create_desk()
    create_staff("supervisor", alias="Rowan", badge="201")
    player = Player.objects.create(alias="Bobbin")
    desk.room.execute(SeatPlayer(seat=SEAT, player=player.key, name="Bobbin", stack=5000))
    return desk


def seats_of(room: TableDriver) -> list[SeatView]:
    return newest_view(room.table.pk)[1].seats


def pick_up(room: TableDriver, amount: int = 5000, seat: int = SEAT) -> CommandResult:
    room.now += timedelta(seconds=1)
    return stack_pick_up(
        table=room.table,
        seat=seat,
        amount=amount,
        reason="decided",
        command_id=str(uuid4()),
        actor=ACTOR,
        now=room.now,
    )


def rows() -> list[tuple[Any, ...]]:
    away = AwayPlayer.objects.order_by("seat")
    stacks = PickedUpStack.objects.order_by("seq")
    return [
        *away.values_list("seat", "player", "since", "reported", "others_away", "passed_by"),
        *stacks.values_list("seq", "seat", "player", "amount", "logged", "reason", "at", "by"),
    ]


def test_absences_follow_the_log_and_are_rebuilt_from_it(desk: Desk, capsys: Any) -> None:
    room = desk.room
    room.execute(SitOut(seat=2))
    room.execute(SitOut(seat=3))
    room.execute(SitOut(seat=SEAT, long=True))
    room.execute(SitIn(seat=3))
    pick_up(room)
    before = rows()
    assert [row[:2] for row in before] == [
        (2, seats_of(room)[1].player),
        (PickedUpStack.objects.get().seq, SEAT),
    ]
    call_command("verify_journal")
    AwayPlayer.objects.all().delete()
    PickedUpStack.objects.all().delete()
    call_command("rebuild_projections")
    assert rows() == before
    AwayPlayer.objects.update(since=1)
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("verify_journal")
    output = capsys.readouterr()
    assert "players away: 2 rows don't match the log" in output.out + output.err


def test_big_blinds_that_go_by_are_counted(desk: Desk) -> None:
    room = desk.room
    room.execute(SitOut(seat=3))
    room.execute(Deal())
    for _ in range(4):
        room.execute(NextHand())
        room.execute(Deal())
    passed_by = seats_of(room)[2].passed_by
    assert passed_by >= 1
    assert AwayPlayer.objects.get().passed_by == passed_by


def test_picked_up_player_has_left_and_the_seat_opens(desk: Desk) -> None:
    room = desk.room
    room.execute(SitOut(seat=SEAT))
    pick_up(room, amount=4800)
    stack = held_stacks(room.table.room).get()
    assert (stack.amount, stack.logged, stack.player.alias) == (4800, 5000, "Bobbin")
    assert not seats_of(room)[SEAT - 1].player
    assert SeatSession.objects.get(visit__player__alias="Bobbin").left is not None
    assert Departure.objects.filter(seat=SEAT).exists()
    assert not AwayPlayer.objects.exists()


def test_log_of_a_player_who_folded_has_what_was_left_behind(desk: Desk) -> None:
    room = desk.room
    for seat in (1, 2, 3, 4):
        room.execute(LeaveSeat(seat=seat))
    for seat, alias in ((1, "Hinge"), (2, "Latch")):
        player = Player.objects.create(alias=alias)
        room.execute(SeatPlayer(seat=seat, player=player.key, name=alias, stack=5000))
    room.execute(SetButton(seat=1))
    room.execute(SitIn(seat=SEAT, choice="post"))
    for seat in (1, 2):
        room.execute(SitIn(seat=seat, choice="post"))
    room.execute(Deal())
    small = next(seat for seat in seats_of(room) if seat.blind == "SB")
    left = small.stack
    assert left == 4800
    room.execute(Act(seat=small.seat, what="fold"))
    room.execute(SitOut(seat=small.seat))
    pick_up(room, amount=left, seat=small.seat)
    assert PickedUpStack.objects.get().logged == left


def test_pick_up_can_be_undone_from_the_floor_but_not_at_the_tablet(desk: Desk) -> None:
    room = desk.room
    room.execute(SitOut(seat=SEAT))
    pick_up(room)
    room.execute(Undo())  # takes back the absence at most, never the pick-up
    assert PickedUpStack.objects.exists()


def test_undone_pick_up_puts_the_chips_back(desk: Desk) -> None:
    room = desk.room
    room.execute(SitOut(seat=SEAT))
    pick_up(room)
    undo(room)
    assert not PickedUpStack.objects.exists()
    seat = seats_of(room)[SEAT - 1]
    assert (seat.name, seat.stack, seat.away) == ("Bobbin", 5000, True)
    assert AwayPlayer.objects.get().seat == SEAT
    call_command("verify_journal")


def undo(room: TableDriver) -> None:
    action = last_seat_action(room.table, ACTOR, room.now)
    assert action is not None
    room.now += timedelta(seconds=1)
    seat_action_undo(
        table=room.table,
        undone=action.command_id,
        command_id=str(uuid4()),
        actor=ACTOR,
        now=room.now,
    )


def collect(room: TableDriver, stack: PickedUpStack, pin: str = PIN) -> ReturnedStack:
    return stack_return(stack=stack, badge="201", pin=pin, now=room.now)


def test_chips_are_returned_once_and_then_stay_returned(desk: Desk) -> None:
    room = desk.room
    room.execute(SitOut(seat=SEAT))
    pick_up(room)
    stack = PickedUpStack.objects.get()
    with pytest.raises(Refusal, match="bad_sign_in"):
        collect(room, stack, pin="0000")
    returned = collect(room, stack)
    assert returned.by.alias == "Rowan"
    assert not held_stacks(room.table.room).exists()
    assert AuditEvent.objects.filter(verb="stack_returned").count() == 1
    with pytest.raises(Refusal, match="stack_returned"):
        collect(room, stack)
    with pytest.raises(Refusal, match="stack_returned"):
        undo(room)
    assert PickedUpStack.objects.exists()


def test_only_a_supervisor_returns_chips(desk: Desk) -> None:
    room = desk.room
    create_staff("dealer", alias="Wren", badge="101")
    room.execute(SitOut(seat=SEAT))
    pick_up(room)
    with pytest.raises(Refusal, match="not_allowed"):
        stack_return(stack=PickedUpStack.objects.get(), badge="101", pin=PIN, now=room.now)


def test_room_with_limits_lists_who_is_over_them_first(desk: Desk) -> None:
    room = desk.room
    AbsencePolicy.objects.create(room=room.table.room, minutes=30, walkers=2, walker_minutes=5)
    room.execute(SitOut(seat=2))
    room.now += timedelta(minutes=1)
    room.execute(SitOut(seat=3))
    later = room.now + timedelta(minutes=10)
    away = players_away(room.table.room_id, later)
    assert [(player.seat, player.standing.is_over) for player in away] == [(2, False), (3, False)]
    desk.add("Hat")  # someone waits, so that the walking rule holds
    away = players_away(room.table.room_id, later)
    assert [(player.seat, player.limit) for player in away] == [
        (3, "walking rule"),
        (2, "time limit"),
    ]
    assert overdue_seats(room.table.room_id, later) == {room.table.pk: (3,)}


def test_floor_is_notified_once_when_a_limit_is_reached(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = desk.room
    AbsencePolicy.objects.create(room=room.table.room, minutes=30)
    room.execute(SitOut(seat=2))
    monkeypatch.setattr("absences.tasks.timezone.now", lambda: room.now + timedelta(minutes=29))
    assert limits_pass() == 0
    monkeypatch.setattr("absences.tasks.timezone.now", lambda: room.now + timedelta(minutes=31))
    assert limits_pass() == 1
    assert limits_pass() == 0
    room.execute(SitIn(seat=2))
    room.execute(SitOut(seat=2))
    assert not AwayPlayer.objects.get().limit_passed
