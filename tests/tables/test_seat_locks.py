"""Chairs that are locked up: one function for who fills chairs, the clock, two people with one chair."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from journal.verify import verify
from players.roster import player_named
from poker.commands import Deal, LeaveSeat, Undo
from poker.refusal import Refusal
from poker.waitlist import commands as c
from tables.actions import CommandResult
from tables.lifecycle import player_seat
from tables.models import Room, SeatLock
from tables.seat_availability import table_seats
from tables.seat_locks import locks_expire, seat_lock, seat_unlock
from tables.tasks import CLOCK
from tests.tables.lists.desk import Desk, desk_of
from tests.tables.room import ACTOR, Small

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return desk_of()


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def lock(desk: Desk, seat: int, who: str = "", reason: str = "", **said: object) -> CommandResult:
    data: dict[str, object] = {"minutes": None, "command_id": str(uuid4()), "actor": ACTOR}
    data |= {"now": desk.now} | said
    return seat_lock(table=desk.room.table, seat=seat, name=who, reason=reason, **data)  # type: ignore[arg-type]


def sit(desk: Desk, seat: int, name: str) -> CommandResult:
    return player_seat(
        table_id=desk.room.table.pk, seat=seat, player="", name=name, command_id=str(uuid4()),
        seen=None, actor=ACTOR, now=desk.now,
    )  # fmt: skip


def open_seats(desk: Desk) -> list[int]:
    (table,) = table_seats(desk.room_id)
    return table.open_seats


def test_a_locked_chair_is_open_for_nobody_but_the_one_it_is_kept_for(desk: Desk) -> None:
    Room.objects.update(lock_minutes=20)
    desk.room.table.refresh_from_db()
    desk.add("Hat")
    result = lock(desk, 6, "Kettle", "on the phone")
    message = result.view["seats"][5]["lock"]
    assert (message["name"], message["reason"]) == ("Kettle", "on the phone")
    assert message["until"] == int((desk.now + timedelta(minutes=20)).timestamp() * 1000)
    (table,) = table_seats(desk.room_id)
    assert (table.open_seats, table.reservations[6].kind, table.reservations[6].name) == (
        [5, 7, 8, 9],
        "locked",
        "Kettle",
    )
    with refused("seat_locked"):
        sit(desk, 6, "Lantern")
    for command in (c.CallPlayer, c.ConfirmSeated):
        with refused("seat_locked"):
            desk.ask(command(desk.number("Hat"), "T1", 6))
    assert desk.names == ["Hat"]
    assert sit(desk, 6, "Kettle").view["seats"][5]["name"] == "Kettle"
    assert not SeatLock.objects.exists()
    verify(stream=desk.room.table.stream)


def test_a_chair_that_a_list_keeps_is_not_locked_up(desk: Desk) -> None:
    desk.add("Hat")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 6))
    with refused("seat_promised"):
        lock(desk, 6, reason="mine")
    assert lock(desk, 7, reason="mine").view["seats"][6]["lock"]["reason"] == "mine"


def test_two_with_one_chair_and_one_is_told(desk: Desk) -> None:
    lock(desk, 6, "Kettle")
    with refused("seat_locked"):
        lock(desk, 6, "Lantern")
    with refused("seat_taken"):
        lock(desk, 1, "Lantern")
    with refused("lock_reason"):
        lock(desk, 7)
    with refused("lock_minutes"):
        lock(desk, 7, reason="x", minutes=0)
    with refused("no_such_seat"):
        lock(desk, 10, reason="x")
    again = str(uuid4())
    first = lock(desk, 8, reason="x", command_id=again)
    assert lock(desk, 8, reason="x", command_id=again).seq == first.seq


def test_it_lapses_by_the_clock_and_is_opened_by_hand(desk: Desk) -> None:
    lock(desk, 6, reason="x", minutes=5)
    lock(desk, 7, reason="y", minutes=10)
    later = desk.now + timedelta(minutes=6)
    assert locks_expire(actor=CLOCK, now=desk.now) == 0
    assert locks_expire(actor=CLOCK, now=later) == 1
    assert open_seats(desk) == [5, 6, 8, 9]
    assert locks_expire(actor=CLOCK, now=later) == 0
    seat_unlock(table=desk.room.table, seat=7, command_id="open", actor=ACTOR, now=later)
    assert open_seats(desk) == [5, 6, 7, 8, 9]
    with refused("not_locked"):
        seat_unlock(table=desk.room.table, seat=7, command_id="again", actor=ACTOR, now=later)
    assert not SeatLock.objects.exists()
    verify(stream=desk.room.table.stream)


def test_a_lock_that_is_over_binds_nobody_before_the_clock_comes_round(desk: Desk) -> None:
    lock(desk, 6, reason="x", minutes=1)
    desk.now += timedelta(minutes=2)
    sit(desk, 6, "Lantern")
    assert locks_expire(actor=CLOCK, now=desk.now) == 0


def test_an_undo_leaves_it_and_its_row_follows(desk: Desk) -> None:
    room: Small = desk.room
    room.do(LeaveSeat(seat=4))
    lock(desk, 4, reason="x")
    assert [row.seat for row in SeatLock.objects.all()] == [4]
    room.do(Undo())  # the leaving: the player sits there again, and nothing is kept
    assert not SeatLock.objects.exists()
    lock(desk, 9, reason="x")
    room.do(Deal())
    room.do(Undo())
    assert [row.seat for row in SeatLock.objects.all()] == [9]
    verify(stream=room.table.stream)


def test_a_card_number_finds_its_player(desk: Desk) -> None:
    player = player_named(key="", alias="Trowel")
    player.card_number = "4711"
    player.save()
    assert lock(desk, 6, "4711").view["seats"][5]["lock"]["name"] == "Trowel"


def test_rows_are_compared_with_the_table_and_made_anew(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    lock(desk, 6, reason="x")
    call_command("verify_journal")
    SeatLock.objects.update(seat=7)
    with pytest.raises((CommandError, SystemExit)):
        call_command("verify_journal")
    assert "seat lock-ups: 2 don't match" in "".join(capsys.readouterr())
    call_command("rebuild_pictures")
    assert [row.seat for row in SeatLock.objects.all()] == [6]
    call_command("verify_journal")
