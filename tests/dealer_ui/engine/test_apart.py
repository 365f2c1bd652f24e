"""A tablet that dealt on without the room: what the room did in that time, and what is kept, told or sent again."""

import sys

import msgspec
import pytest

from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import Answer, TapData
from poker import commands as c
from tests.support.device import Answers, Device, Line
from tests.support.engine_room import CONTEXT, NOW, Room, open_room
from tests.support.offline_hands import LIMIT, deal_hand, line, tap

__all__ = ["line"]


def player_in(line: Line, seat: int) -> str:
    return next(each.player for each in line.room.table.seats if each.number == seat)


def stored(line: Line) -> list[str]:
    return [item.batch.command_id for item in line.room.log]


def test_later_hands_go_through_after_the_floor_ended_one(line: Line) -> None:
    tap(line, "act", seat=3, what="fold")
    line.settle()
    line.devices[0].cut()
    lost = [tap(line, "act", seat=1, what="fold"), tap(line, "award", seats=[2])]
    later = [*deal_hand(line), *deal_hand(line)]
    line.room.do(c.FinishHand(1, "Oak", "dead tablet"))
    line.settle()
    assert line.devices[0].refusals == dict.fromkeys(lost, "hand_finished")
    assert set(later) <= set(stored(line))
    assert line.room.table.hands == 3


@pytest.mark.parametrize("is_kept", [True, False])
def test_taps_after_a_ruling_say_their_hand_and_who_ruled(line: Line, is_kept: bool) -> None:
    device = line.devices[0]
    room = line.room
    tap(line, "act", seat=3, what="fold")
    line.settle()
    device.cut()
    made = [tap(line, "act", seat=1, what="fold"), tap(line, "award", seats=[2])]
    made += [*deal_hand(line), *deal_hand(line)]
    room.do(c.CallFloor())
    room.do(c.MakeRuling("R 1", "As said.", "Oak", "accepted"))
    if is_kept:
        device.reload()
    line.settle()
    assert list(device.refusals) == made
    assert [device.refused[tap_id].hand for tap_id in made] == [1, 1, 2, 2, 2, 3, 3, 3]
    assert {device.refused[tap_id].cause for tap_id in made} == {"Oak ruled on hand 1."}


def test_tap_after_the_floor_ended_its_hand_says_who_ended_it(line: Line) -> None:
    tap(line, "deal")
    line.settle()
    line.devices[0].cut()
    lost = tap(line, "act", seat=3, what="fold")
    line.room.do(c.FinishHand(1, "Oak", "dead tablet"))
    line.settle()
    assert line.devices[0].refused[lost].cause == "Oak ended hand 1."


def test_later_hands_go_through_if_the_floor_ends_the_hand_while_they_are_sent(line: Line) -> None:
    device = line.devices[0]
    tap(line, "act", seat=3, what="fold")
    line.settle()
    lost = [tap(line, "act", seat=1, what="fold"), tap(line, "award", seats=[2])]
    later = deal_hand(line)
    device.send()
    line.publish(line.room.do(c.FinishHand(1, "Oak", "dead tablet")))
    line.serve(device)
    # The answers come first: what they are about is still on the way.
    device.down.rotate(1)
    assert isinstance(device.down[0], Answers)
    while device.down or device.up or device.send():
        device.receive() if device.down else line.serve(device)
    assert set(device.refusals) == set(lost)
    assert set(later) <= set(stored(line))


def test_desk_does_not_undo_an_hour_by_taking_a_seating_back(line: Line) -> None:
    room = line.room
    (entry,) = room.do(c.SeatPlayer(5, "p5", "Player 5", 40_000))
    line.settle()
    line.devices[0].cut()
    taps = [*deal_hand(line), *deal_hand(line)]
    room.do(c.Undo(entry.command))
    line.settle()
    assert not line.devices[0].refusals
    assert set(taps) <= set(stored(line))


def test_straddle_holds_although_the_desk_seated_someone_before_its_seat() -> None:
    room = open_room(msgspec.structs.replace(LIMIT, straddle=True), players=5)
    room.do(c.LeaveSeat(3))  # left of the big blind of the next hand
    line = Line(room, [Device(room, 0)])
    line.settle()
    line.devices[0].cut()
    straddle = tap(line, "straddle", seat=4)
    fold = tap(line, "act", seat=5, what="fold")
    room.do(c.SeatPlayer(3, "p9", "Player 9", 40_000))
    line.settle()
    assert not line.devices[0].refusals
    assert {straddle, fold} <= set(stored(line))


def test_undo_of_a_refused_tap_is_moot_and_says_nothing(line: Line) -> None:
    refused = tap(line, "act", seat=3, what="fold")
    undo = tap(line, "undo")
    line.room.do(c.Deal())
    line.settle()
    assert line.devices[0].refusals == {refused: "stale"}
    assert line.devices[0].moot == {undo}


def test_undo_of_a_tap_that_the_server_refused_is_moot(line: Line) -> None:
    device = line.devices[0]
    device.connect()
    line.serve(device)
    device.receive()
    refused = tap(line, "act", seat=3, what="fold")
    undo = tap(line, "undo")
    device.send()
    line.room.do(c.Deal())  # its entries do not arrive
    line.serve(device)
    line.settle()
    assert device.refusals == {refused: "stale"}
    assert device.moot == {undo}


def test_undo_goes_through_although_the_desk_seated_someone_after_its_tap(line: Line) -> None:
    device = line.devices[0]
    tap(line, "act", seat=3, what="fold")
    line.settle()
    device.cut()
    undo = tap(line, "undo")
    line.room.do(c.SeatPlayer(7, "p7", "Player 7", 40_000))
    line.settle()
    assert undo in stored(line)
    assert line.room.table.hand is None
    assert player_in(line, 7) == "p7"


def test_taps_of_one_seat_are_refused_if_another_player_has_it_now(line: Line) -> None:
    """Also if the entries in between are before the last checkpoint, so that the tablet never gets them."""
    device = line.devices[0]
    leave = tap(line, "leave_seat", seat=1)
    line.room.do(c.LeaveSeat(1))
    line.room.do(c.SeatPlayer(1, "p9", "Player 9", 40_000))
    line.room.do(c.Deal())
    line.settle()
    assert device.refusals == {leave: "stale"}
    assert player_in(line, 1) == "p9"


def test_tap_that_was_sent_is_only_refused_by_the_room(line: Line) -> None:
    """The entries that the tablet has applied may not be all before the tap."""
    device = line.devices[0]
    room = line.room
    device.connect()
    line.serve(device)
    device.receive()
    call = tap(line, "act", seat=3, what="call")
    device.send()
    line.publish(room.do(c.CallFloor()))
    line.publish(room.do(c.CancelFloor("solved", "Oak")))
    line.serve(device)
    device.receive()  # the call, without its end: the hand waits
    assert not device.refusals
    line.settle()
    assert not device.refusals
    assert stored(line).count(call) == 1


def test_report_of_an_incident_does_not_stand_between_two_taps(line: Line) -> None:
    taps = [tap(line, "act", seat=3, what="fold")]
    report = tap(line, "incident", category="language", seat=1, player="p1")
    taps.append(tap(line, "act", seat=1, what="fold"))
    line.settle()
    assert not line.devices[0].refusals
    assert line.room.recorded == [report]
    assert set(taps) <= set(stored(line))


def test_button_drawn_by_the_room_is_a_tap_in_the_queue(line: Line) -> None:
    draw = tap(line, "draw_button", system=True)
    fold = tap(line, "act", seat=3, what="fold")
    line.settle()
    assert draw in stored(line)
    assert (fold in stored(line)) != (fold in line.devices[0].refusals)


def test_supervisors_tap_goes_through_after_the_dealer_is_back(line: Line) -> None:
    device = line.devices[0]
    room = line.room
    room.context = msgspec.structs.replace(CONTEXT, dealer="staff.2", supervises=True, cap=5000)
    line.settle()
    device.cut()
    taken = tap(line, "take_chips", seat=2, amount=500)
    device.session.set_context(CONTEXT, NOW)
    room.do(c.SeatPlayer(7, "p7", "Player 7", 40_000))
    assert device.session.load(room.data([taken]), list(device.taps.values()), NOW).refused == []
    line.settle()
    assert taken in stored(line)


def test_dealers_tap_for_a_supervisor_is_refused_at_once(line: Line) -> None:
    refused = tap(line, "take_chips", seat=2, amount=500)
    assert line.devices[0].refusals == {refused: "needs_supervisor"}


def test_tap_without_a_kept_table_is_judged_by_what_it_followed(line: Line) -> None:
    """The browser lost the table, but not the taps: none of them may go into another hand."""
    device = line.devices[0]
    room = line.room
    old = tap(line, "act", seat=3, what="fold")
    room.do(c.Deal())
    room.do(c.FinishHand(1, "Oak", "dead tablet"))
    room.do(c.Deal())
    device.table = None
    device.reload()
    line.settle()
    assert device.refusals == {old: "hand_finished"}


def test_tap_that_changed_nothing_is_answered_and_not_sent_again(line: Line) -> None:
    device = line.devices[0]
    room = line.room
    device.connect()
    line.serve(device)
    device.receive()
    call = tap(line, "call_floor")
    device.send()
    line.publish(room.do(c.CallFloor()))
    line.serve(device)
    while device.down:
        device.receive()
    assert not device.session.pending
    room.do(c.CancelFloor("solved", "Oak"))
    line.settle()
    assert room.table.floor is None
    assert call not in stored(line)


def test_tap_that_changed_nothing_is_not_decided_again_after_its_answer_was_lost(
    line: Line,
) -> None:
    """FLOOR tapped twice, the call canceled, the hand dealt on: no second call may stop it."""
    device = line.devices[0]
    room = line.room
    tap(line, "call_floor")
    second = tap(line, "call_floor")
    tap(line, "cancel_floor", reason="solved")
    taps = deal_hand(line)
    device.connect()
    line.serve(device)
    device.receive()
    device.send()
    line.serve(device)
    device.cut()
    line.settle()
    assert room.table.floor is None
    assert not device.refusals
    assert second not in stored(line)
    assert set(taps) <= set(stored(line))


def test_answer_that_asks_for_a_sign_in_keeps_the_taps(line: Line) -> None:
    session = line.devices[0].session
    tap(line, "act", seat=3, what="fold")
    taps = session.outbox(20)
    session.answer([], NOW)
    assert session.pending_ids() == [taps[0].id]
    assert session.outbox(20) == taps


def test_answer_is_not_the_end_of_a_tap_whose_entries_are_on_the_way(line: Line) -> None:
    session = line.devices[0].session
    tap_id = tap(line, "act", seat=3, what="fold")
    result = session.answer([Answer(tap_id, seq=session.seq + 6)], NOW)
    assert (session.pending_ids(), result.answered) == ([tap_id], [])


MANY = 150


def count_calls(taps: int) -> int:
    """Return how many Python functions run for a queue of this many taps: loaded, sent, answered and applied."""
    line = Line(room := open_room(LIMIT, players=3), [Device(room, 0)])
    line.settle()
    device = line.devices[0]
    device.cut()
    for _ in range(taps // 3):
        deal_hand(line)
    data = room.data()
    queue = list(device.taps.values())
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    session = TabletSession()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        session.load(data, queue, NOW)
        for _ in range(len(queue) // 20 + 1):
            if outgoing := session.outbox(20):
                send(session, outgoing, room, NOW + 10**9)
    finally:
        sys.setprofile(before)
    assert not session.pending
    return calls


def send(session: TabletSession, outgoing: object, room: Room, now: int) -> None:
    prev = room.seq
    profile = sys.getprofile()
    sys.setprofile(None)  # the room is not measured
    answers, entries = room.execute(outgoing, now)  # type: ignore[arg-type]
    sys.setprofile(profile)
    session.answer(answers, NOW)
    commands: dict[str, list[object]] = {}
    for entry in entries:
        commands.setdefault(entry.command, []).append(entry)
    for batch in commands.values():
        session.apply_entries(batch, prev, NOW)  # type: ignore[arg-type]
        prev = batch[-1].seq  # type: ignore[attr-defined]


def test_twice_as_many_taps_take_twice_the_work() -> None:
    assert count_calls(2 * MANY) < count_calls(MANY) * 2.2


def test_taps_are_kept_by_id_once(line: Line) -> None:
    session = line.devices[0].session
    made = TapData("a", "act", {"seat": 3, "what": "fold"}, NOW, "staff.1", session.seq)
    session.tap(made, NOW)
    session.tap(made, NOW)
    assert session.pending_ids() == ["a"]
