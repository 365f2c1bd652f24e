"""The lists: order, calls, held seats, call-ins, the clock, and why the order changed."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poker.refusal import Refusal
from poker.waitlist import commands as c
from poker.waitlist.decide import MINUTE, run
from poker.waitlist.events import (
    CallCanceled,
    PlayerCalled,
    PlayerRemoved,
    PlayerSeated,
    PositionChanged,
    WaitlistEvent,
)
from poker.waitlist.evolve import evolve
from poker.waitlist.state import WaitlistPolicy, Waitlists

NL, PLO = "nl-1-3", "plo-2-5"


class Desk:
    """Lists under way; a minute passes when the test says so."""

    def __init__(self) -> None:
        self.lists, self.now = Waitlists(), 0
        self.events: list[WaitlistEvent] = []
        for key in (NL, PLO):
            self.ask(c.OpenWaitlist(key, key.upper()))

    def ask(self, command: c.WaitlistCommand) -> tuple[WaitlistEvent, ...]:
        outcome = run(self.lists, command, now=self.now)
        self.lists = outcome.lists
        self.events += outcome.events
        return outcome.events

    def add(self, *names: str, key: str = NL, here: bool = True, local: bool = False) -> None:
        for name in names:
            self.ask(c.AddPlayer(key, f"p-{name}", name, here, local))

    def names(self, key: str = NL) -> list[str]:
        waitlist = self.lists.line(key)
        assert waitlist is not None
        return [entry.name for entry in waitlist.places]

    def number(self, name: str, key: str = NL) -> int:
        waitlist = self.lists.line(key)
        assert waitlist is not None
        return next(entry.number for entry in waitlist.places if entry.name == name)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_names_stand_in_the_order_in_which_they_came(desk: Desk):
    desk.add("Hat", "Crane", "Kettle")
    assert desk.names() == ["Hat", "Crane", "Kettle"]
    assert [desk.number(name) for name in desk.names()] == [1, 2, 3]


def test_a_name_stands_once_on_a_list_and_on_several_lists(desk: Desk):
    desk.add("Hat")
    desk.add("Hat", key=PLO)
    with refused("on_this_list"):
        desk.add("Hat")
    desk.ask(c.SetPolicy(WaitlistPolicy(most_lists=2)))
    desk.ask(c.OpenWaitlist("stud", "Stud"))
    with refused("too_many_lists"):
        desk.add("Hat", key="stud")


def test_a_call_holds_a_seat_and_seating_takes_the_name_off(desk: Desk):
    desk.add("Hat", "Crane")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T2", 6))
    with refused("seat_promised"):
        desk.ask(c.CallPlayer(desk.number("Crane"), "T2", 6, reason="nearer"))
    desk.ask(c.HoldSeat(desk.number("Hat")))
    desk.now += 3 * MINUTE
    (event,) = desk.ask(c.ConfirmSeated(desk.number("Hat"), "T2", 6))
    assert isinstance(event, PlayerSeated)
    assert event.waited == 3 * MINUTE
    assert desk.names() == ["Crane"]


def test_out_of_order_only_with_a_reason_which_is_kept(desk: Desk):
    desk.add("Hat", "Crane")
    with refused("out_of_order"):
        desk.ask(c.CallPlayer(desk.number("Crane"), "T2", 6))
    (event,) = desk.ask(c.CallPlayer(desk.number("Crane"), "T2", 6, reason="must-move"))
    assert isinstance(event, PlayerCalled)
    assert (event.ahead, event.reason) == (1, "must-move")


def test_who_is_called_or_not_here_yet_is_nobody_ahead(desk: Desk):
    desk.add("Hat")
    desk.add("Lane", here=False)
    desk.add("Crane")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T2", 6))
    (event,) = desk.ask(c.CallPlayer(desk.number("Crane"), "T3", 1))
    assert isinstance(event, PlayerCalled)
    assert event.ahead == 0


def test_a_call_without_an_answer_goes_by_and_then_the_name_is_off(desk: Desk):
    desk.add("Hat")
    desk.ask(c.SetPolicy(WaitlistPolicy(passes=1)))
    for _ in range(2):
        desk.ask(c.CallPlayer(desk.number("Hat"), "T2", 6))
        desk.now += 5 * MINUTE - 1
        assert desk.ask(c.ExpireDue()) == ()
        desk.now += 1
        desk.ask(c.ExpireDue())
    assert desk.names() == []
    assert isinstance(desk.events[-1], PlayerRemoved)
    assert desk.events[-1].lapsed


def test_a_held_seat_that_nobody_takes_and_a_call_in_that_never_comes_lapse(desk: Desk):
    desk.add("Hat")
    desk.add("Lane", here=False)
    desk.ask(c.CallPlayer(desk.number("Hat"), "T2", 6))
    desk.ask(c.HoldSeat(desk.number("Hat")))
    desk.now += 10 * MINUTE
    desk.ask(c.ExpireDue())
    assert desk.names() == ["Lane"]
    desk.now += 50 * MINUTE
    desk.ask(c.ExpireDue())
    assert desk.names() == []


def test_an_arrived_call_in_does_not_lapse(desk: Desk):
    desk.add("Lane", here=False)
    desk.ask(c.MarkArrived(desk.number("Lane")))
    desk.now += 600 * MINUTE
    desk.ask(c.ExpireDue())
    assert desk.names() == ["Lane"]


def test_a_call_that_was_taken_back_costs_nothing_and_says_why(desk: Desk):
    desk.add("Hat", "Crane")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T2", 6))
    with refused("reason_missing"):
        desk.ask(c.CancelCall(desk.number("Hat"), " "))
    (event,) = desk.ask(c.CancelCall(desk.number("Hat"), "called by mistake"))
    assert event == CallCanceled(1, "called by mistake")
    assert desk.names() == ["Hat", "Crane"]
    waitlist = desk.lists.line(NL)
    assert waitlist is not None
    assert (waitlist.places[0].state, waitlist.places[0].passed, waitlist.places[0].seat) == (
        "waiting",
        0,
        0,
    )
    desk.ask(c.CallPlayer(desk.number("Crane"), "T2", 6, reason="the chair is free again"))


def test_who_is_called_on_the_way_lapses_as_before_when_the_call_goes_by(desk: Desk):
    desk.add("Lane", here=False)
    desk.ask(c.CallPlayer(1, "T2", 6))
    desk.ask(c.PassCall(1))
    desk.ask(c.CallPlayer(1, "T2", 6))
    desk.ask(c.CancelCall(1, "called by mistake"))
    desk.now += 60 * MINUTE - 1
    assert desk.ask(c.ExpireDue()) == ()
    desk.now += 1
    desk.ask(c.ExpireDue())
    assert desk.names() == []


def test_the_clock_of_a_call_runs_on_when_its_player_comes_in(desk: Desk):
    desk.add("Lane", here=False)
    desk.ask(c.CallPlayer(1, "T2", 6))
    desk.ask(c.MarkArrived(1))
    desk.now += 5 * MINUTE
    desk.ask(c.ExpireDue())
    waitlist = desk.lists.line(NL)
    assert waitlist is not None
    assert (waitlist.places[0].state, waitlist.places[0].until) == ("waiting", 0)


def test_the_order_never_changes_without_a_reason(desk: Desk):
    desk.add("Hat", "Crane", "Kettle")
    with refused("reason_missing"):
        desk.ask(c.ChangePosition(desk.number("Kettle"), 1, " "))
    desk.ask(c.ChangePosition(desk.number("Kettle"), 1, "came from a broken game"))
    assert desk.names() == ["Kettle", "Hat", "Crane"]
    moved = desk.events[-1]
    assert isinstance(moved, PositionChanged)
    assert (moved.before, moved.to) == (3, 1)


def test_locals_stand_before_others_where_the_house_has_it(desk: Desk):
    desk.ask(c.SetPolicy(WaitlistPolicy(locals_first=True)))
    desk.add("Hat", "Crane")
    desk.add("Bell", "Boots", local=True)
    assert desk.names() == ["Bell", "Boots", "Hat", "Crane"]


def test_an_interest_list_becomes_its_game_with_its_names(desk: Desk):
    desk.ask(c.OpenWaitlist("razz", "Razz 10/20", "interest", 6))
    desk.add("Hat", key="razz")
    desk.ask(c.OpenWaitlist("razz", "Razz 10/20"))
    waitlist = desk.lists.line("razz")
    assert waitlist is not None
    assert (waitlist.kind, len(waitlist.places)) == ("game", 1)


def test_a_list_with_names_is_closed_with_a_reason_only(desk: Desk):
    desk.add("Hat")
    with refused("list_has_names"):
        desk.ask(c.CloseWaitlist(NL))
    desk.ask(c.CloseWaitlist(NL, "the game broke"))
    with refused("no_such_list"):
        desk.add("Crane")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.HoldSeat(1), "not_called"),
        (c.PassCall(1), "not_called"),
        (c.PageAgain(1), "not_called"),
        (c.CancelCall(1, "x"), "not_called"),
        (c.HoldSeat(99), "not_on_a_list"),
        (c.RemovePlayer(1, ""), "reason_missing"),
        (c.AddPlayer("none", "p9", "Nobody"), "no_such_list"),
    ],
)
def test_what_does_not_hold_is_refused(desk: Desk, command: c.WaitlistCommand, code: str):
    desk.add("Hat")
    with refused(code):
        desk.ask(command)


NAMES = st.sampled_from("ABCDEFGH")
ASKED = st.one_of(
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


def asked(desk: Desk, what: str, value: object) -> None:
    if what == "add":
        desk.add(str(value))
    elif what == "minutes":
        desk.now += int(str(value)) * MINUTE
        desk.ask(c.ExpireDue())
    else:
        number = int(str(value))
        made = {
            "call": c.CallPlayer(number, "T1", number % 9 + 1, "asked"),
            "hold": c.HoldSeat(number),
            "seat": c.ConfirmSeated(number, "T1", number % 9 + 1, "asked"),
            "pass": c.PassCall(number),
            "page": c.PageAgain(number),
            "off": c.RemovePlayer(number, "left"),
            "back": c.CancelCall(number, "mistake"),
            "move": c.ChangePosition(number, number % 4 + 1, "asked"),
        }
        desk.ask(made[what])


@given(st.lists(ASKED, max_size=40))
@settings(max_examples=int(os.environ.get("EXAMPLES", "150")), derandomize=True, deadline=None)
def test_nobody_is_lost_or_twice_and_the_events_rebuild_the_lists(steps: list[tuple[str, object]]):
    desk = Desk()
    for what, value in steps:
        before, told = desk.lists, len(desk.events)
        try:
            asked(desk, what, value)
        except Refusal:
            assert desk.lists == before
            assert len(desk.events) == told
    rebuilt = Waitlists()
    for event in desk.events:
        rebuilt = evolve(rebuilt, event)
    assert rebuilt == desk.lists
    waitlist = desk.lists.line(NL)
    assert waitlist is not None
    assert len({entry.player for entry in waitlist.places}) == len(waitlist.places)
    added = sum(type(event).__name__ == "PlayerAdded" for event in desk.events)
    gone = sum(type(event).__name__ in ("PlayerRemoved", "PlayerSeated") for event in desk.events)
    assert added - gone == len(waitlist.places)
    promised = [(entry.table, entry.seat) for entry in waitlist.places if entry.seat]
    assert len(promised) == len(set(promised))
