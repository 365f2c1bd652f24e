"""UNDO at the desk: a person's own act of the last ten minutes, at the waitlists and at the tables."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connections
from hypothesis import given
from hypothesis import strategies as st

from players.models import Player
from players.roster import player_named
from poker.commands import (
    AddChips,
    Deal,
    LeaveSeat,
    LockSeat,
    SeatPlayer,
    SetButton,
    SitIn,
    UnlockSeat,
)
from poker.refusal import Refusal
from tables.models import SeatSession
from tables.seating import player_seat
from tests.support.chain import ChainRoom, create_chain
from tests.support.desk import ACTOR, KEY, Desk
from tests.support.room import ACTOR as TABLE_ACTOR
from waitlist.actions import WaitlistResult, load_waitlists
from waitlist.adding import Addition, add_to_lists
from waitlist.models import WaitlistChange
from waitlist.quoted_waits import quote_accuracy
from waitlist.resolve import NEW_PLAYER
from waitlist.rules import commands as c
from waitlist.rules.state import WaitlistEntry
from waitlist.rules.undo import position_after
from waitlist.seat_availability import table_seats
from waitlist.seatings import waitlist_execute
from waitlist.undo_offer import UndoableAction, last_undoable_action
from waitlist.visits import players_merge

pytestmark = pytest.mark.django_db(transaction=True)
OTHER = "staff.2"


@pytest.fixture
def chain_room(db: None) -> ChainRoom:
    return create_chain()


def expect_refusal(code: str) -> Any:
    return pytest.raises(Refusal, match=f"^{code} ")


def undo(desk: Desk, act: WaitlistResult, **options: Any) -> WaitlistResult:
    """Undo an act by the number that its sender saw."""
    return desk.execute(c.UndoAction(act.seq), **options)


def offered(desk: Desk, actor: str = ACTOR, now: datetime | None = None) -> UndoableAction | None:
    """Return the action that a person's bar offers to undo."""
    lists = load_waitlists(desk.room_id)
    return last_undoable_action(desk.room_id, actor, lists, now or desk.now)


def add_to(desk: Desk, name: str, *keys: str) -> WaitlistResult:
    """Add a player to several lists in one action."""
    desk.now += timedelta(seconds=1)
    return add_to_lists(
        room_id=desk.room_id,
        addition=Addition(player=NEW_PLAYER, name=name, keys=keys),
        command_id=str(uuid4()),
        actor=ACTOR,
        now=desk.now,
    )


def offered_name(desk: Desk) -> str:
    """Return the player of the action that the bar offers to undo, "" for no bar."""
    action = offered(desk)
    return action.change.name if action and action.change else ""


def players_at(desk: Desk, name: str = "T1") -> dict[int, str]:
    tables = {table.name: table.seats for table in table_seats(desk.room_id)}
    return {seat: alias for seat, alias in tables[name].items() if alias}


def entry(desk: Desk, name: str) -> WaitlistEntry:
    return next(entry for entry in desk.waitlist.entries if entry.name == name)


def test_undone_seating_restores_the_entry_at_its_position(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    before = entry(desk, "Hat")
    seated = desk.execute(c.ConfirmSeated(before.number, "T1", 5))
    desk.add("Anvil")
    assert players_at(desk)[5] == "Hat"
    undo(desk, seated)
    assert desk.names == ["Hat", "Crane", "Kettle", "Anvil"]
    assert entry(desk, "Hat") == before, "with the time of sign-up and the quoted wait"
    assert 5 not in players_at(desk)
    assert not SeatSession.objects.filter(visit__player__alias="Hat").exists(), "as if never seated"
    row = WaitlistChange.objects.first()
    assert row is not None
    assert (row.event, row.to) == ("name.seated.undone", 1)
    assert row.waited > 0
    call_command("verify_journal")


def test_undone_seating_restores_the_call(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    called = entry(desk, "Hat")
    seated = desk.execute(c.ConfirmSeated(called.number, "T1", 5))
    undo(desk, seated)
    assert entry(desk, "Hat") == called


def test_undo_does_not_restore_an_expired_call(desk: Desk) -> None:
    desk.add("Hat")
    desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    seated = desk.execute(c.ConfirmSeated(entry(desk, "Hat").number, "T1", 5))
    undo(desk, seated, now=desk.now + timedelta(minutes=6))
    assert (entry(desk, "Hat").state, entry(desk, "Hat").table) == ("waiting", "")


def test_undone_removal_restores_the_position_between_the_same_neighbors(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle", "Anvil")
    before = entry(desk, "Kettle")
    removed = desk.execute(c.RemovePlayer(before.number, "went home"))
    desk.execute(c.RemovePlayer(entry(desk, "Hat").number, "went home"))
    desk.add("Lantern")
    undo(desk, removed)
    assert desk.names == ["Crane", "Kettle", "Anvil", "Lantern"]
    assert entry(desk, "Kettle") == before
    call_command("verify_journal")


def test_undone_call_is_canceled_and_not_counted(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    called = desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    undo(desk, called)
    assert (entry(desk, "Hat").state, entry(desk, "Hat").calls) == ("waiting", 0)
    desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))


def test_hold_pass_arrival_and_cancel_are_undone(desk: Desk) -> None:
    desk.add("Hat", present=False)
    number = entry(desk, "Hat").number
    acts = (
        c.MarkArrived(number),
        c.CallPlayer(number, "T1", 5),
        c.HoldSeat(number),
        c.CancelCall(number, "broken chair"),
    )
    for act in acts:
        before = entry(desk, "Hat")
        undo(desk, desk.execute(act))
        assert entry(desk, "Hat") == before
        desk.execute(act)
    desk.execute(c.CallPlayer(number, "T1", 5))
    before = entry(desk, "Hat")
    undo(desk, desk.execute(c.PassCall(number)))
    assert entry(desk, "Hat") == before


def test_undone_position_change_restores_the_order(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    moved = desk.execute(c.ChangePosition(entry(desk, "Kettle").number, 1, "broken game"))
    desk.execute(c.RemovePlayer(entry(desk, "Hat").number, "went home"))
    undo(desk, moved)
    assert desk.names == ["Crane", "Kettle"]


def test_must_move_is_undone_to_the_earlier_seat(chain_room: ChainRoom) -> None:
    main = chain_room.names_by_seat("T1")
    feeder = chain_room.names_by_seat("T2")
    seniors = [rank.name for rank in chain_room.seniority]
    moved = chain_room.move_to_main_game("Lee", 5)
    assert chain_room.names_by_seat("T1")[5] == "Lee"
    undo(chain_room.desk, moved)
    assert (chain_room.names_by_seat("T1"), chain_room.names_by_seat("T2")) == (main, feeder)
    assert [rank.name for rank in chain_room.seniority] == seniors
    with expect_refusal("undo_already"):
        undo(chain_room.desk, moved)
    call_command("verify_journal")


def test_move_is_not_undone_into_a_taken_seat_or_after_a_hand(chain_room: ChainRoom) -> None:
    moved = chain_room.move_to_main_game("Lee", 5)
    chain_room.seat_player("T2", 4, "Newcomer")
    with expect_refusal("undo_seat_taken"):
        undo(chain_room.desk, moved)
    chain_room.tables["T2"].execute(LeaveSeat(seat=4))
    chain_room.tables["T1"].execute(SitIn(seat=5, choice="post"))
    chain_room.tables["T1"].execute(Deal())
    with expect_refusal("undo_played"):
        undo(chain_room.desk, moved)
    assert chain_room.names_by_seat("T1")[5] == "Lee"


def test_move_is_undone_after_a_hand_at_the_old_table(chain_room: ChainRoom) -> None:
    moved = chain_room.move_to_main_game("Lee", 5)
    chain_room.tables["T2"].execute(Deal())
    undo(chain_room.desk, moved)
    assert chain_room.names_by_seat("T2")[4] == "Lee"


def test_seat_change_is_undone(chain_room: ChainRoom) -> None:
    desk = chain_room.desk
    before = chain_room.names_by_seat("T1")
    player = Player.objects.get(alias=before[1])
    desk.execute(c.OpenWaitlist("seats-T1", "Seat change, T1", "seat_change", of="T1"))
    desk.execute(c.AddPlayer("seats-T1", player.key, player.alias))
    number = _requests(desk)[0]
    changed = desk.execute(c.ConfirmSeated(number, "T1", 8))
    assert chain_room.names_by_seat("T1")[8] == player.alias
    undo(desk, changed)
    assert chain_room.names_by_seat("T1") == before
    assert _requests(desk) == [number]
    call_command("verify_journal")


def _requests(desk: Desk) -> list[int]:
    waitlist = load_waitlists(desk.room_id).waitlist("seats-T1")
    return [entry.number for entry in waitlist.entries] if waitlist else []


def _seat_at_the_table(desk: Desk, seat: int, alias: str, actor: str = TABLE_ACTOR) -> None:
    player_seat(
        table_id=desk.room.table.pk,
        seat=seat,
        player="",
        name=alias,
        command_id=f"sit-{alias}",
        seen=None,
        actor=actor,
        now=desk.now,
    )


def test_seating_is_not_undone_after_a_hand_chips_or_a_departure(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    hat, crane, kettle = (
        desk.execute(c.ConfirmSeated(entry(desk, name).number, "T1", seat))
        for name, seat in (("Hat", 5), ("Crane", 6), ("Kettle", 7))
    )
    desk.room.execute(AddChips(seat=5, amount=10000))
    with expect_refusal("undo_played"):
        undo(desk, hat)
    desk.room.execute(LeaveSeat(seat=6))
    with expect_refusal("undo_seat_left"):
        undo(desk, crane)
    desk.room.execute(Deal())
    with expect_refusal("undo_played"):
        undo(desk, kettle)
    assert {5, 7} <= set(players_at(desk))
    assert desk.names == []


def test_action_at_another_seat_does_not_block_the_undo(desk: Desk) -> None:
    desk.room.execute(Deal())
    desk.add("Hat")
    seated = desk.execute(c.ConfirmSeated(entry(desk, "Hat").number, "T1", 6))
    desk.room.execute(SeatPlayer(seat=7, player="other-7", name="Other"))
    undo(desk, seated)
    assert players_at(desk)[7] == "Other"
    assert 6 not in players_at(desk)
    call_command("verify_journal")


def test_undo_is_for_own_actions_within_ten_minutes_and_once(desk: Desk) -> None:
    desk.add("Hat")
    called = desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    with expect_refusal("undo_of_another"):
        undo(desk, called, actor=OTHER)
    with expect_refusal("undo_late"):
        undo(desk, called, now=desk.now + timedelta(minutes=10, seconds=2))
    with expect_refusal("undo_unknown"):
        desk.execute(c.UndoAction(called.seq + 1))
    opened = desk.execute(c.OpenWaitlist("plo", "PLO"))
    with expect_refusal("undo_not"):
        undo(desk, opened)
    undo(desk, called)
    with expect_refusal("undo_already"):
        undo(desk, called)


def test_undo_sent_twice_is_executed_once(desk: Desk) -> None:
    desk.add("Hat")
    called = desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    first = undo(desk, called, command_id="undo-1")
    repeated = undo(desk, called, command_id="undo-1")
    assert (repeated.repeated, repeated.seq) == (True, first.seq)


def test_later_changes_must_be_undone_first(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    called = desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    held = desk.execute(c.HoldSeat(entry(desk, "Hat").number), actor=OTHER)
    with expect_refusal("undo_changed"):
        undo(desk, called)
    undo(desk, held, actor=OTHER)
    undo(desk, called)
    removed = desk.execute(c.RemovePlayer(entry(desk, "Hat").number, "went home"))
    desk.add("Hat")
    with expect_refusal("on_this_list"):
        undo(desk, removed)
    desk.execute(c.CloseWaitlist(KEY, "closed"))
    with expect_refusal("no_such_list"):
        undo(desk, removed)


def test_removal_is_not_undone_after_a_merge_with_a_listed_player(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    removed = desk.execute(c.RemovePlayer(entry(desk, "Hat").number, "went home"))
    hat, crane = (Player.objects.get(alias=alias) for alias in ("Hat", "Crane"))
    players_merge(surviving=crane, merged=hat, reason="one person", by=ACTOR, now=desk.now)
    with expect_refusal("on_this_list"):
        undo(desk, removed)
    assert desk.names == ["Crane"]


def test_undo_does_not_restore_a_call_for_a_seat_called_again(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    passed = desk.execute(c.PassCall(entry(desk, "Hat").number))
    desk.execute(c.CallPlayer(entry(desk, "Crane").number, "T1", 5, "x"))
    with expect_refusal("seat_promised"):
        undo(desk, passed)


def test_call_is_not_back_for_a_seat_that_was_taken_or_locked_since(desk: Desk) -> None:
    desk.add("Hat")
    number = entry(desk, "Hat").number
    desk.execute(c.CallPlayer(number, "T1", 5))
    canceled = desk.execute(c.CancelCall(number, "broken chair"))
    until = int(desk.now.timestamp() * 1000) + 600_000
    desk.room.execute(LockSeat(seat=5, until=until, reason="broken chair"))
    with expect_refusal("seat_locked"):
        undo(desk, canceled)
    desk.room.execute(UnlockSeat(seat=5))
    _seat_at_the_table(desk, 5, "Newcomer")
    with expect_refusal("chair_taken"):
        undo(desk, canceled)
    assert entry(desk, "Hat").state == "waiting"


def test_each_person_is_offered_their_own_last_act(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    removed = desk.execute(c.RemovePlayer(entry(desk, "Crane").number, "went home"))
    called = desk.execute(c.CallPlayer(entry(desk, "Hat").number, "T1", 5))
    act = offered(desk)
    assert act is not None
    assert act.entry == called.seq
    assert offered(desk, OTHER) is None
    undo(desk, called)
    act = offered(desk)
    assert act is not None
    assert act.entry == removed.seq
    assert offered(desk, now=desk.now + timedelta(minutes=11)) is None


def test_an_action_whose_undo_is_refused_does_not_block_the_one_before(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    hat = entry(desk, "Hat").number
    crane = entry(desk, "Crane").number
    removed = desk.execute(c.RemovePlayer(entry(desk, "Kettle").number, "Left"))
    seated = desk.execute(c.ConfirmSeated(hat, "T1", 5))
    assert offered_name(desk) == "Hat"
    desk.room.now = desk.now
    desk.room.execute(LeaveSeat(5))
    with expect_refusal("undo_seat_left"):
        undo(desk, seated)
    assert offered_name(desk) == "Kettle"
    dealt = desk.execute(c.ConfirmSeated(crane, "T1", 6))
    assert offered_name(desk) == "Crane"
    desk.room.now = desk.now
    desk.room.execute(Deal())
    with expect_refusal("undo_played"):
        undo(desk, dealt)
    assert offered_name(desk) == "Kettle"
    undo(desk, removed)
    assert "Kettle" in desk.names


def test_seating_at_the_tablet_is_not_offered_for_undo(desk: Desk) -> None:
    desk.add("Hat")
    _seat_at_the_table(desk, 5, "Hat", actor=ACTOR)
    assert desk.names == []
    assert offered(desk) is None


def test_undone_addition_takes_the_player_off_each_list(desk: Desk) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO"))
    desk.execute(c.OpenWaitlist("stud", "Stud"))
    desk.add("Hat")
    first = offered(desk)
    assert first is not None
    added = add_to(desk, "Crane", KEY, "plo", "stud")
    act = offered(desk)
    assert act is not None
    assert (act.lists, act.entry) == (3, added.seq - 2)
    undone = undo(desk, added)  # named by its last entry
    assert desk.names == ["Hat"]
    assert [len(line.entries) for line in undone.state.lists] == [1, 0, 0]
    rows = WaitlistChange.objects.filter(event="name.added.undone").order_by("key")
    assert list(rows.values_list("key", "before", "to")) == [
        (KEY, 2, 0),
        ("plo", 1, 0),
        ("stud", 1, 0),
    ]
    with expect_refusal("undo_already"):
        desk.execute(c.UndoAction(act.entry))
    assert offered(desk) == first
    desk.execute(c.UndoAction(first.entry))
    assert offered(desk) is None
    add_to(desk, "Crane", KEY)
    assert desk.names == ["Crane"]
    call_command("verify_journal")


def test_addition_is_not_undone_after_a_call_or_a_seat(desk: Desk) -> None:
    desk.execute(c.OpenWaitlist("plo", "PLO"))
    desk.add("Hat")
    added = add_to(desk, "Crane", KEY, "plo")
    number = entry(desk, "Crane").number
    called = desk.execute(c.CallPlayer(number, "T1", 5, "x"), actor=OTHER)
    with expect_refusal("undo_called"):
        undo(desk, added)
    assert offered_name(desk) == "Hat", "what was done before it"
    undo(desk, called, actor=OTHER)
    assert offered_name(desk) == "Crane"
    desk.execute(c.ConfirmSeated(number, "T1", 5, "x"), actor=OTHER)
    with expect_refusal("undo_seated"):
        undo(desk, added)
    assert desk.names == ["Hat"]
    assert len(load_waitlists(desk.room_id).lists[1].entries) == 1, "all lists or none"
    call_command("verify_journal")


def test_addition_is_not_undone_after_other_changes_of_the_entry(desk: Desk) -> None:
    added = desk.execute(c.AddPlayer(KEY, player_named(key="", alias="Hat").key, "Hat", here=False))
    arrived = desk.execute(c.MarkArrived(entry(desk, "Hat").number), actor=OTHER)
    with expect_refusal("undo_changed"):
        undo(desk, added)
    undo(desk, arrived, actor=OTHER)
    with expect_refusal("undo_of_another"):
        undo(desk, added, actor=OTHER)
    with expect_refusal("undo_late"):
        undo(desk, added, now=desk.now + timedelta(minutes=11))
    desk.execute(c.RemovePlayer(entry(desk, "Hat").number, "went home"), actor=OTHER)
    with expect_refusal("undo_changed"):
        undo(desk, added)


def test_one_desk_undoes_an_addition_while_another_calls_the_player(desk: Desk) -> None:
    seats = (5, 6, 7, 8)
    added = [desk.execute(_adding(f"Hat {seat}")) for seat in seats]
    numbers = [entry(desk, f"Hat {seat}").number for seat in seats]
    barrier = Barrier(2)

    def execute_all(actor: str, commands: list[c.WaitlistCommand]) -> list[str]:
        results = []
        try:
            for command in commands:
                barrier.wait()
                results.append(_result(desk, command, actor))
        finally:
            connections.close_all()
        return results

    with ThreadPoolExecutor(2) as pool:
        undos = pool.submit(execute_all, ACTOR, [c.UndoAction(result.seq) for result in added])
        calls: list[c.WaitlistCommand] = [
            c.CallPlayer(number, "T1", seat, "x")
            for number, seat in zip(numbers, seats, strict=True)
        ]
        called = pool.submit(execute_all, OTHER, calls)
        pairs = list(zip(undos.result(), called.result(), strict=True))
    assert set(pairs) <= {("done", "not_on_a_list"), ("undo_called", "done")}
    assert len(desk.names) == [undone for undone, _ in pairs].count("undo_called")
    call_command("verify_journal")


def _adding(name: str) -> c.AddPlayer:
    return c.AddPlayer(KEY, player_named(key="", alias=name).key, name)


def _result(desk: Desk, command: c.WaitlistCommand, actor: str) -> str:
    """Execute a command; return "done" or the code of its refusal."""
    try:
        waitlist_execute(
            room_id=desk.room_id,
            command_id=str(uuid4()),
            command=command,
            actor=actor,
            now=desk.now,
        )
    except Refusal as refusal:
        return refusal.code
    return "done"


def test_undone_seating_is_not_counted(desk: Desk) -> None:
    for seat in (5, 6, 7, 8, 9):
        desk.room.execute(SeatPlayer(seat=seat, player=f"other-{seat}", name=f"Other {seat}"))
    desk.add("Hat")
    WaitlistChange.objects.update(quoted_wait=None)
    desk.room.execute(LeaveSeat(seat=5))
    before = quote_accuracy(desk.room_id, KEY)
    seated = desk.execute(c.ConfirmSeated(entry(desk, "Hat").number, "T1", 5))
    WaitlistChange.objects.filter(seq=seated.seq).update(quoted_wait=5)
    assert quote_accuracy(desk.room_id, KEY) != before
    undo(desk, seated)
    assert quote_accuracy(desk.room_id, KEY) == before


def test_seating_is_not_undone_after_the_player_got_the_button(desk: Desk) -> None:
    desk.add("Hat")
    seated = desk.execute(c.ConfirmSeated(entry(desk, "Hat").number, "T1", 5))
    desk.room.execute(SetButton(seat=5))
    with expect_refusal("undo_played"):
        undo(desk, seated)


def test_eight_desks_undo_their_own_acts_at_once(desk: Desk) -> None:
    names = [f"Hat {number}" for number in range(8)]
    desk.add(*names)
    removals = [
        desk.execute(c.RemovePlayer(entry(desk, name).number, "went home"), actor=f"staff.{number}")
        for number, name in enumerate(names, start=10)
    ]
    assert desk.names == []
    barrier = Barrier(len(names))

    def undo_own(number: int) -> str:
        barrier.wait()
        try:
            waitlist_execute(
                room_id=desk.room_id,
                command_id=str(uuid4()),
                command=c.UndoAction(removals[number].seq),
                actor=f"staff.{number + 10}",
                now=desk.now,
            )
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "undone"

    with ThreadPoolExecutor(len(names)) as pool:
        results = list(pool.map(undo_own, range(len(names))))
    assert results == ["undone"] * len(names)
    assert desk.names == names, "in whatever order they were undone"
    call_command("verify_journal")


@given(st.data())
def test_position_is_between_the_same_neighbors(data: st.DataObject) -> None:
    """The entry stays behind those who were ahead of it and ahead of those who were behind it."""
    names = [f"n{number}" for number in range(data.draw(st.integers(1, 6)))]
    mine = data.draw(st.sampled_from(names))
    before = names.index(mine) + 1
    ahead = set(names[: before - 1])
    behind = set(names[before:])
    names.remove(mine)
    own = data.draw(st.integers(0, len(names) + 1))
    if own:
        names.insert(own - 1, mine)
    changes: list[tuple[int, int, bool]] = []
    for number in range(data.draw(st.integers(0, 6))):
        others = [name for name in names if name != mine]
        leaves: bool = data.draw(st.booleans())
        if others and leaves:
            left = data.draw(st.sampled_from(others))
            changes.append((names.index(left) + 1, 0, False))
            names.remove(left)
        else:
            names.append(f"new{number}")
            behind.add(f"new{number}")
            changes.append((0, len(names), False))
    names = [name for name in names if name != mine]
    position = position_after(before, own, changes)
    assert 1 <= position <= len(names) + 1
    assert not set(names[: position - 1]) & behind
    assert not set(names[position - 1 :]) & ahead
