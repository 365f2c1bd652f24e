"""A table gets another name or number of seats: waitlists, lineup, tablets, addresses and projections follow."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections, transaction

from journal import projections
from journal.models import Entry
from journal.verify import verify
from lineup.actions import lineup_execute, load_lineup
from lineup.rules import commands as lineup
from poker.commands import Deal, LockSeat, PushDealer
from poker.refusal import Refusal
from staff.models import Room
from tables.actions import CommandResult
from tables.models import Device, FormerTableName, SeatLock, Table
from tables.table_changes import (
    lock_table,
    table_rename_inside_transaction,
    table_set_seats_inside_transaction,
)
from tables.table_names import names_over_time, table_by_name
from tests.support.chain import ChainRoom, break_table, create_chain
from tests.support.desk import KEY, Desk
from tests.support.room import ACTOR, TableDriver
from waitlist.actions import load_waitlists
from waitlist.history import broken_last
from waitlist.rules import commands as c
from waitlist.seat_changes import seat_change_list

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def chain_room(db: None) -> ChainRoom:
    return create_chain()


@pytest.fixture
def desk(chain_room: ChainRoom) -> Desk:
    return chain_room.desk


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def rename(room: TableDriver, name: str) -> CommandResult:
    room.now += timedelta(seconds=1)
    with transaction.atomic():
        table = lock_table(table=room.table)
        result = table_rename_inside_transaction(
            table=table, name=name, command_id=str(uuid4()), actor=ACTOR, now=room.now
        )
    room.table.refresh_from_db()
    return result


def set_seats(room: TableDriver, seats: int) -> CommandResult:
    room.now += timedelta(seconds=1)
    with transaction.atomic():
        table = lock_table(table=room.table)
        return table_set_seats_inside_transaction(
            table=table, seats=seats, command_id=str(uuid4()), actor=ACTOR, now=room.now
        )


def verify_room(chain_room: ChainRoom) -> None:
    room = Room.objects.get()
    for stream in (
        *(table.table.stream for table in chain_room.tables.values()),
        room.lists.stream,
    ):
        stream.refresh_from_db()
        verify(stream=stream)
        assert list(projections.find_mismatches(stream)) == []


def test_rename_reaches_row_view_waitlists_lineup_and_tablet(chain_room: ChainRoom) -> None:
    desk = chain_room.desk
    room = chain_room.tables["T2"]
    other = Device.objects.create(name="Tablet T22", table=chain_room.tables["T1"].table)
    tablets = [
        Device.objects.create(name=name, table=room.table)
        for name in ("Tablet T2", "Tablet T2 2", "Tablet T2x", "Spare")
    ]
    room.execute(PushDealer("staff.77", "Wren"))
    lineup_execute(
        room_id=desk.room_id,
        command_id=str(uuid4()),
        actor=ACTOR,
        now=desk.now,
        command=lineup.SetSection("staff.9", "Oak", ("T1", "T2")),
    )
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T2", 9))
    result = rename(room, "Feeder 1")
    assert result.view.table.name == "Feeder 1"
    assert Table.objects.get(pk=room.table.pk).name == "Feeder 1"
    lists = load_waitlists(desk.room_id)
    assert desk.waitlist.entries[0].table == "Feeder 1"
    assert (lists.chains[0].main, lists.chains[0].feeders) == (("T1",), ("Feeder 1",))
    dealers = load_lineup(desk.room_id)
    assert dealers.sections[0].tables == ("T1", "Feeder 1")
    box = dealers.box("Feeder 1")
    assert box is not None
    assert (box.dealer, dealers.box("T2")) == ("staff.77", None)
    names = [Device.objects.get(pk=tablet.pk).name for tablet in (*tablets, other)]
    assert names == ["Tablet Feeder 1", "Tablet Feeder 1 2", "Tablet T2x", "Spare", "Tablet T22"]
    desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "Feeder 1", 9, reason="called"))
    assert chain_room.names_by_seat("T2")[9] == "Hat"
    verify_room(chain_room)


def test_undo_at_the_desk_follows_the_new_name(chain_room: ChainRoom, desk: Desk) -> None:
    desk.add("Hat")
    number = desk.entry_number("Hat")
    desk.execute(c.CallPlayer(number, "T1", 9, reason="asked"))
    called = Entry.objects.get(name="name.called").seq
    desk.execute(c.HoldSeat(number))
    held = Entry.objects.get(name="name.held").seq
    rename(chain_room.tables["T1"], "Main")
    desk.execute(c.UndoAction(held))
    assert (desk.waitlist.entries[0].state, desk.waitlist.entries[0].table) == ("called", "Main")
    desk.execute(c.UndoAction(called))
    assert (desk.waitlist.entries[0].state, desk.waitlist.entries[0].table) == ("waiting", "")


def test_seat_change_list_moves_with_its_table(chain_room: ChainRoom, desk: Desk) -> None:
    def ask(player: str, name: str) -> c.OpenWaitlist:
        lists = load_waitlists(desk.room_id)
        return seat_change_list(desk.room_id, lists, KEY, "seat_change", player, name)

    lee = chain_room.names_by_seat("T2")[4]
    key = chain_room.tables["T2"].table.view.seats[3].player
    line = ask(key, lee)
    desk.execute(line)
    desk.execute(c.AddPlayer(line.key, key, lee))
    rename(chain_room.tables["T2"], "Feeder")
    moved = load_waitlists(desk.room_id).waitlist(line.key)
    assert moved is not None
    assert (moved.of, moved.title, len(moved.entries)) == ("Feeder", "Seat change, Feeder", 1)
    assert ask(key, lee) == c.OpenWaitlist(
        line.key, "Seat change, Feeder", "seat_change", of="Feeder"
    )
    rename(chain_room.tables["T3"], "T2")
    third = chain_room.tables["T3"].table.stream
    third.refresh_from_db()
    player = third.view["seats"][0]["player"]
    assert ask(player, "Third 1").key == "seats-T2-2", "the key of another table's list is taken"


def test_name_of_another_table_is_refused_in_words(chain_room: ChainRoom) -> None:
    for name in ("T1", "t1"):
        with pytest.raises(Refusal) as caught:
            rename(chain_room.tables["T2"], name)
        assert caught.value.code == "table_name_taken"
        assert caught.value.facts == {"name": "T1", "room": "Small room"}
    for name in ("a/b", "..", "x" * 21, " "):
        with expect_refusal("table_name"):
            rename(chain_room.tables["T2"], name)
    assert not Entry.objects.filter(name="table.renamed").exists()


def test_former_name_leads_to_its_table_until_another_takes_it(chain_room: ChainRoom) -> None:
    second = chain_room.tables["T2"]
    third = chain_room.tables["T3"]
    room = second.table.room
    rename(second, "Feeder")
    assert table_by_name("t2", room) == second.table
    assert table_by_name("Feeder", room) == second.table
    assert table_by_name("T9", room) is None
    rename(third, "T2")
    assert table_by_name("T2", room) == third.table
    assert table_by_name("T3", room) == third.table
    rename(second, "T3")
    assert [name for name, _, _ in names_over_time(second.table)] == ["T3", "Feeder", "T2"]


def test_last_break_is_found_under_the_name_of_its_time(chain_room: ChainRoom) -> None:
    second = chain_room.tables["T2"]
    third = chain_room.tables["T3"]
    break_table(chain_room)
    for driver in (second, third):
        driver.now = chain_room.desk.now
    rename(second, "Old")
    rename(third, "T2")
    assert broken_last(second.table) is not None
    assert broken_last(third.table) is None


def test_running_hand_refuses_name_and_seats(chain_room: ChainRoom) -> None:
    room = chain_room.tables["T2"]
    room.execute(Deal())
    with expect_refusal("hand_in_progress"):
        rename(room, "Later")
    with expect_refusal("hand_in_progress"):
        set_seats(room, 8)
    verify_room(chain_room)


def test_seats_change_and_promised_ones_stay(chain_room: ChainRoom, desk: Desk) -> None:
    room = chain_room.tables["T2"]
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T2", 9))
    with expect_refusal("seat_promised"):
        set_seats(room, 8)
    desk.execute(c.CancelCall(desk.entry_number("Hat"), "went home"))
    with expect_refusal("removed_seat_taken"):
        set_seats(room, 6)
    until = int(room.now.timestamp() * 1000)
    room.execute(LockSeat(9, until + 5000, reason="broken"))
    with expect_refusal("removed_seat_locked"):
        set_seats(room, 8)
    room.now += timedelta(minutes=1)
    assert len(set_seats(room, 8).view.seats) == 8, "the lock-up has run out"
    assert not SeatLock.objects.exists()
    assert Table.objects.get(pk=room.table.pk).seats == 8
    assert len(set_seats(room, 10).view.seats) == 10
    verify_room(chain_room)


def test_plaque_of_a_closed_table_limits_its_seats(room: TableDriver) -> None:
    plaque = room.table.plaque
    assert plaque is not None
    plaque.game = "stud"
    plaque.blinds = []
    plaque.bring_in = 100
    plaque.ante = 100
    plaque.save()
    set_seats(room, 8)
    with expect_refusal("too_many_seats"):
        set_seats(room, 9)


def test_projection_is_rebuilt_from_the_log(chain_room: ChainRoom) -> None:
    room = chain_room.tables["T2"]
    rename(room, "Feeder")
    set_seats(room, 8)
    former = list(FormerTableName.objects.values_list("table", "name", "seq", "until"))
    Table.objects.filter(pk=room.table.pk).update(name="Wrong", seats=3)
    FormerTableName.objects.update(name="T7")
    stream = room.table.stream
    stream.refresh_from_db()
    assert list(projections.find_mismatches(stream)) == [
        "the table's name and seats: 2 rows don't match the log"
    ]
    assert len(projections.rebuild(stream)) == 1
    assert list(projections.find_mismatches(stream)) == []
    row = Table.objects.get(pk=room.table.pk)
    assert (row.name, row.seats) == ("Feeder", 8)
    assert list(FormerTableName.objects.values_list("table", "name", "seq", "until")) == former


def test_two_managers_and_one_name(chain_room: ChainRoom) -> None:
    """Two tables get the same name at the same time: one is renamed, the other refused, and no change is partial."""
    start = Barrier(2)

    def work(name: str) -> Any:
        start.wait(timeout=30)
        try:
            return rename(chain_room.tables[name], "Main").view.table.name
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        results = sorted(pool.map(work, ("T2", "T3")))
    assert results == ["Main", "table_name_taken"]
    assert Entry.objects.filter(name="table.renamed", stream__table__isnull=False).count() == 1
    verify_room(chain_room)
