"""The waitlists: order, calls, held seats, call-ins, expiry, and reasons for a changed order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poker.refusal import Refusal
from tests.support.law_examples import example_count
from tests.support.waitlist_driver import NL, PLO, WaitlistDriver
from waitlist.rules import commands as c
from waitlist.rules.decide import MINUTE
from waitlist.rules.events import (
    CallCanceled,
    PlayerCalled,
    PlayerRemoved,
    PlayerSeated,
    PositionChanged,
)
from waitlist.rules.evolve import evolve
from waitlist.rules.state import WaitlistPolicy, Waitlists


@pytest.fixture
def desk() -> WaitlistDriver:
    return WaitlistDriver()


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_entries_are_in_order_of_sign_up(desk: WaitlistDriver):
    desk.add("Hat", "Crane", "Kettle")
    assert desk.names() == ["Hat", "Crane", "Kettle"]
    assert [desk.entry_number(name) for name in desk.names()] == [1, 2, 3]


def test_player_is_once_on_a_list_and_on_a_limited_number_of_lists(desk: WaitlistDriver):
    desk.add("Hat")
    desk.add("Hat", key=PLO)
    with expect_refusal("on_this_list"):
        desk.add("Hat")
    desk.execute(c.SetPolicy(WaitlistPolicy(most_lists=2)))
    desk.execute(c.OpenWaitlist("stud", "Stud"))
    with expect_refusal("too_many_lists"):
        desk.add("Hat", key="stud")


def test_call_reserves_a_seat_and_seating_ends_the_entry(desk: WaitlistDriver):
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T2", 6))
    with expect_refusal("seat_promised"):
        desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T2", 6, reason="nearer"))
    desk.execute(c.HoldSeat(desk.entry_number("Hat")))
    desk.now += 3 * MINUTE
    (event,) = desk.execute(c.ConfirmSeated(desk.entry_number("Hat"), "T2", 6))
    assert isinstance(event, PlayerSeated)
    assert event.waited == 3 * MINUTE
    assert desk.names() == ["Crane"]


def test_call_out_of_order_needs_a_recorded_reason(desk: WaitlistDriver):
    desk.add("Hat", "Crane")
    with expect_refusal("out_of_order"):
        desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T2", 6))
    (event,) = desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T2", 6, reason="must-move"))
    assert isinstance(event, PlayerCalled)
    assert (event.ahead, event.reason) == (1, "must-move")


def test_called_or_absent_entries_are_not_ahead(desk: WaitlistDriver):
    desk.add("Hat")
    desk.add("Lane", present=False)
    desk.add("Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T2", 6))
    (event,) = desk.execute(c.CallPlayer(desk.entry_number("Crane"), "T3", 1))
    assert isinstance(event, PlayerCalled)
    assert event.ahead == 0


def test_expired_call_counts_as_a_pass_and_then_ends_the_entry(desk: WaitlistDriver):
    desk.add("Hat")
    desk.execute(c.SetPolicy(WaitlistPolicy(passes=1)))
    for _ in range(2):
        desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T2", 6))
        desk.now += 5 * MINUTE - 1
        assert desk.execute(c.ExpireDue()) == ()
        desk.now += 1
        desk.execute(c.ExpireDue())
    assert desk.names() == []
    assert isinstance(desk.events[-1], PlayerRemoved)
    assert desk.events[-1].lapsed


def test_held_seat_and_call_in_expire(desk: WaitlistDriver):
    desk.add("Hat")
    desk.add("Lane", present=False)
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T2", 6))
    desk.execute(c.HoldSeat(desk.entry_number("Hat")))
    desk.now += 10 * MINUTE
    desk.execute(c.ExpireDue())
    assert desk.names() == ["Lane"]
    desk.now += 50 * MINUTE
    desk.execute(c.ExpireDue())
    assert desk.names() == []


def test_present_call_in_does_not_expire(desk: WaitlistDriver):
    desk.add("Lane", present=False)
    desk.execute(c.MarkArrived(desk.entry_number("Lane")))
    desk.now += 600 * MINUTE
    desk.execute(c.ExpireDue())
    assert desk.names() == ["Lane"]


def test_canceled_call_needs_a_reason_and_keeps_the_position(desk: WaitlistDriver):
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T2", 6))
    with expect_refusal("public_reason_missing"):
        desk.execute(c.CancelCall(desk.entry_number("Hat"), " "))
    (event,) = desk.execute(c.CancelCall(desk.entry_number("Hat"), "called by mistake"))
    assert event == CallCanceled(1, "called by mistake")
    assert desk.names() == ["Hat", "Crane"]
    waitlist = desk.lists.waitlist(NL)
    assert waitlist is not None
    assert (waitlist.entries[0].state, waitlist.entries[0].passed, waitlist.entries[0].seat) == (
        "waiting",
        0,
        0,
    )
    desk.execute(
        c.CallPlayer(desk.entry_number("Crane"), "T2", 6, reason="the chair is free again")
    )


def test_called_call_in_expires_at_its_call_in_limit(desk: WaitlistDriver):
    desk.add("Lane", present=False)
    desk.execute(c.CallPlayer(1, "T2", 6))
    desk.execute(c.PassCall(1))
    desk.execute(c.CallPlayer(1, "T2", 6))
    desk.execute(c.CancelCall(1, "called by mistake"))
    desk.now += 60 * MINUTE - 1
    assert desk.execute(c.ExpireDue()) == ()
    desk.now += 1
    desk.execute(c.ExpireDue())
    assert desk.names() == []


def test_call_still_expires_after_its_player_arrives(desk: WaitlistDriver):
    desk.add("Lane", present=False)
    desk.execute(c.CallPlayer(1, "T2", 6))
    desk.execute(c.MarkArrived(1))
    desk.now += 5 * MINUTE
    desk.execute(c.ExpireDue())
    waitlist = desk.lists.waitlist(NL)
    assert waitlist is not None
    assert (waitlist.entries[0].state, waitlist.entries[0].until) == ("waiting", 0)


def test_the_order_never_changes_without_a_reason(desk: WaitlistDriver):
    desk.add("Hat", "Crane", "Kettle")
    with expect_refusal("public_reason_missing"):
        desk.execute(c.ChangePosition(desk.entry_number("Kettle"), 1, " "))
    desk.execute(c.ChangePosition(desk.entry_number("Kettle"), 1, "came from a broken game"))
    assert desk.names() == ["Kettle", "Hat", "Crane"]
    moved_event = desk.events[-1]
    assert isinstance(moved_event, PositionChanged)
    assert (moved_event.before, moved_event.to) == (3, 1)


def test_locals_come_first_under_the_locals_first_policy(desk: WaitlistDriver):
    desk.execute(c.SetPolicy(WaitlistPolicy(locals_first=True)))
    desk.add("Hat", "Crane")
    desk.add("Bell", "Boots", local=True)
    assert desk.names() == ["Bell", "Boots", "Hat", "Crane"]


def test_interest_list_keeps_its_entries_when_its_game_opens(desk: WaitlistDriver):
    desk.execute(c.OpenWaitlist("razz", "Razz 10/20", "interest", 6))
    desk.add("Hat", key="razz")
    desk.execute(c.OpenWaitlist("razz", "Razz 10/20"))
    waitlist = desk.lists.waitlist("razz")
    assert waitlist is not None
    assert (waitlist.kind, len(waitlist.entries)) == ("game", 1)


def test_waitlist_with_entries_needs_a_reason_to_close(desk: WaitlistDriver):
    desk.add("Hat")
    with expect_refusal("list_has_names"):
        desk.execute(c.CloseWaitlist(NL))
    desk.execute(c.CloseWaitlist(NL, "the game broke"))
    with expect_refusal("no_such_list"):
        desk.add("Crane")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.HoldSeat(1), "not_called"),
        (c.PassCall(1), "not_called"),
        (c.PageAgain(1), "not_called"),
        (c.CancelCall(1, "x"), "not_called"),
        (c.HoldSeat(99), "not_on_a_list"),
        (c.RemovePlayer(1, ""), "public_reason_missing"),
        (c.AddPlayer("none", "p9", "Nobody"), "no_such_list"),
    ],
)
def test_invalid_commands_are_refused(desk: WaitlistDriver, command: c.WaitlistCommand, code: str):
    desk.add("Hat")
    with expect_refusal(code):
        desk.execute(command)


NAMES = st.sampled_from("ABCDEFGH")
RANDOM_CHANGES = st.one_of(
    st.tuples(st.just("add"), NAMES),
    st.tuples(st.just("call"), st.integers(1, 12)),
    st.tuples(st.just("hold"), st.integers(1, 12)),
    st.tuples(st.just("seat"), st.integers(1, 12)),
    st.tuples(st.just("pass"), st.integers(1, 12)),
    st.tuples(st.just("page"), st.integers(1, 12)),
    st.tuples(st.just("off"), st.integers(1, 12)),
    st.tuples(st.just("back"), st.integers(1, 12)),
    st.tuples(st.just("move"), st.integers(1, 12)),
    st.tuples(st.just("minutes"), st.integers(1, 20)),
)


def apply_change(desk: WaitlistDriver, change: str, value: object) -> None:
    if change == "add":
        desk.add(str(value))
    elif change == "minutes":
        desk.now += int(str(value)) * MINUTE
        desk.execute(c.ExpireDue())
    else:
        number = int(str(value))
        commands = {
            "call": c.CallPlayer(number, "T1", number % 9 + 1, "asked"),
            "hold": c.HoldSeat(number),
            "seat": c.ConfirmSeated(number, "T1", number % 9 + 1, "asked"),
            "pass": c.PassCall(number),
            "page": c.PageAgain(number),
            "off": c.RemovePlayer(number, "left"),
            "back": c.CancelCall(number, "mistake"),
            "move": c.ChangePosition(number, number % 4 + 1, "asked"),
        }
        desk.execute(commands[change])


@given(st.lists(RANDOM_CHANGES, max_size=40))
@settings(max_examples=example_count(150), derandomize=True, deadline=None)
def test_random_changes_lose_no_entry_and_events_rebuild_the_waitlists(
    steps: list[tuple[str, object]],
):
    desk = WaitlistDriver()
    for change, value in steps:
        before = desk.lists
        event_count = len(desk.events)
        try:
            apply_change(desk, change, value)
        except Refusal:
            assert desk.lists == before
            assert len(desk.events) == event_count
    rebuilt = Waitlists()
    for event in desk.events:
        rebuilt = evolve(rebuilt, event)
    assert rebuilt == desk.lists
    waitlist = desk.lists.waitlist(NL)
    assert waitlist is not None
    assert len({entry.player for entry in waitlist.entries}) == len(waitlist.entries)
    added = sum(type(event).__name__ == "PlayerAdded" for event in desk.events)
    exit_count = sum(
        type(event).__name__ in ("PlayerRemoved", "PlayerSeated") for event in desk.events
    )
    assert added - exit_count == len(waitlist.entries)
    promised = [(entry.table, entry.seat) for entry in waitlist.entries if entry.seat]
    assert len(promised) == len(set(promised))
