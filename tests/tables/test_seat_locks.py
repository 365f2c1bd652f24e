"""Locked seats: one function to fill seats, expiry, two staff members at one seat."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from journal.verify import verify
from players.roster import player_named
from poker.commands import Deal, LeaveSeat, Undo
from poker.refusal import Refusal
from poker.view.model import present
from staff.models import Room
from tables.actions import CommandResult
from tables.models import SeatLock
from tables.seat_locks import locks_expire, seat_lock, seat_unlock
from tables.seating import player_seat
from tests.support.desk import Desk, create_desk
from tests.support.room import ACTOR, TableDriver
from waitlist.rules import commands as c
from waitlist.seat_availability import table_seats
from waitlist.tasks import CLOCK

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.on_both]


@pytest.fixture
def desk() -> Desk:
    return create_desk()


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def lock_seat(
    desk: Desk, seat: int, reserved_for: str = "", reason: str = "", **fields: object
) -> CommandResult:
    data: dict[str, object] = {"minutes": None, "command_id": str(uuid4()), "actor": ACTOR}
    data |= {"now": desk.now} | fields
    return seat_lock(table=desk.room.table, seat=seat, name=reserved_for, reason=reason, **data)  # type: ignore[arg-type]


def seat_player(desk: Desk, seat: int, name: str) -> CommandResult:
    return player_seat(
        table_id=desk.room.table.pk,
        seat=seat,
        player="",
        name=name,
        command_id=str(uuid4()),
        seen=None,
        actor=ACTOR,
        now=desk.now,
    )


def open_seats(desk: Desk) -> list[int]:
    (table,) = table_seats(desk.room_id)
    return table.open_seats


def test_locked_seat_is_open_only_for_its_player(desk: Desk) -> None:
    Room.objects.update(lock_minutes=20)
    desk.room.table.refresh_from_db()
    desk.add("Hat")
    result = lock_seat(desk, 6, "Kettle", "on the phone")
    message = result.view.seats[5].lock
    assert (present(message).name, present(message).reason) == ("Kettle", "on the phone")
    assert present(message).until == int((desk.now + timedelta(minutes=20)).timestamp() * 1000)
    (table,) = table_seats(desk.room_id)
    assert (table.open_seats, table.reservations[6].kind, table.reservations[6].name) == (
        [5, 7, 8, 9],
        "locked",
        "Kettle",
    )
    with expect_refusal("seat_locked"):
        seat_player(desk, 6, "Lantern")
    for command in (c.CallPlayer, c.ConfirmSeated):
        with expect_refusal("seat_locked"):
            desk.execute(command(desk.entry_number("Hat"), "T1", 6))
    assert desk.names == ["Hat"]
    assert seat_player(desk, 6, "Kettle").view.seats[5].name == "Kettle"
    assert not SeatLock.objects.exists()
    verify(stream=desk.room.table.stream)


def test_reserved_seat_is_not_locked(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 6))
    with expect_refusal("seat_promised"):
        lock_seat(desk, 6, reason="mine")
    assert present(lock_seat(desk, 7, reason="mine").view.seats[6].lock).reason == "mine"


def test_second_lock_of_the_same_seat_is_refused(desk: Desk) -> None:
    lock_seat(desk, 6, "Kettle")
    with expect_refusal("seat_locked"):
        lock_seat(desk, 6, "Lantern")
    with expect_refusal("seat_taken"):
        lock_seat(desk, 1, "Lantern")
    with expect_refusal("lock_reason"):
        lock_seat(desk, 7)
    with expect_refusal("lock_minutes"):
        lock_seat(desk, 7, reason="x", minutes=0)
    with expect_refusal("no_such_seat"):
        lock_seat(desk, 10, reason="x")
    second_id = str(uuid4())
    first = lock_seat(desk, 8, reason="x", command_id=second_id)
    assert lock_seat(desk, 8, reason="x", command_id=second_id).seq == first.seq


def test_lock_expires_or_is_released_by_staff(desk: Desk) -> None:
    lock_seat(desk, 6, reason="x", minutes=5)
    lock_seat(desk, 7, reason="y", minutes=10)
    later_time = desk.now + timedelta(minutes=6)
    assert locks_expire(actor=CLOCK, now=desk.now) == 0
    assert locks_expire(actor=CLOCK, now=later_time) == 1
    assert open_seats(desk) == [5, 6, 8, 9]
    assert locks_expire(actor=CLOCK, now=later_time) == 0
    seat_unlock(table=desk.room.table, seat=7, command_id="open", actor=ACTOR, now=later_time)
    assert open_seats(desk) == [5, 6, 7, 8, 9]
    with expect_refusal("not_locked"):
        seat_unlock(table=desk.room.table, seat=7, command_id="again", actor=ACTOR, now=later_time)
    assert not SeatLock.objects.exists()
    verify(stream=desk.room.table.stream)


def test_expired_lock_does_not_bind_before_the_task_runs(desk: Desk) -> None:
    lock_seat(desk, 6, reason="x", minutes=1)
    desk.now += timedelta(minutes=2)
    seat_player(desk, 6, "Lantern")
    assert locks_expire(actor=CLOCK, now=desk.now) == 0


def test_undo_removes_a_lock_only_if_the_seat_is_taken_again(desk: Desk) -> None:
    room: TableDriver = desk.room
    room.execute(LeaveSeat(seat=4))
    lock_seat(desk, 4, reason="x")
    assert [row.seat for row in SeatLock.objects.all()] == [4]
    room.execute(Undo())  # undoes the departure: the player is seated again, without a reservation
    assert not SeatLock.objects.exists()
    lock_seat(desk, 9, reason="x")
    room.execute(Deal())
    room.execute(Undo())
    assert [row.seat for row in SeatLock.objects.all()] == [9]
    verify(stream=room.table.stream)


def test_seat_is_locked_by_card_number(desk: Desk) -> None:
    player = player_named(key="", alias="Trowel")
    player.card_number = "4711"
    player.save()
    assert present(lock_seat(desk, 6, "4711").view.seats[5].lock).name == "Trowel"


def test_lock_rows_are_compared_with_the_table_and_rebuilt(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    lock_seat(desk, 6, reason="x")
    call_command("verify_journal")
    SeatLock.objects.update(seat=7)
    with pytest.raises((CommandError, SystemExit)):
        call_command("verify_journal")
    assert "seat lock-ups: 2 rows don't match" in "".join(capsys.readouterr())
    call_command("rebuild_pictures")
    assert [row.seat for row in SeatLock.objects.all()] == [6]
    call_command("verify_journal")
