"""Toke boxes and splits: blind counts, corrections, what is refused and what to do then."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from poker.refusal import Refusal
from roster.rules import toke_commands as c
from roster.rules import toke_events as e
from roster.rules.toke_codec import TOKES
from roster.rules.toke_decide import count_status, run
from roster.rules.toke_evolve import evolve
from roster.rules.toke_state import (
    BoxTotal,
    OtherShare,
    Split,
    SplitChain,
    SplitLine,
    TokeBox,
    TokePolicy,
    Tokes,
    Weight,
)

DAY = "2026-11-30"
NEXT = "2026-12-01"
CHIPS = (500, 100)
MANAGER = "staff.1"
SECOND = "staff.2"
DESK = "staff.3"
OTHER_DESK = "staff.4"
HOURS = (Weight("staff.11", 450), Weight("staff.12", 300))


class Room:
    """The tokes of a room without a database."""

    def __init__(self, **policy: Any) -> None:
        self.state = Tokes(policy=TokePolicy(version=1, **policy))
        self.events: list[e.TokeEvent] = []

    def send(self, command: c.TokeCommand) -> list[e.TokeEvent]:
        outcome = run(self.state, command, now=1000)
        assert outcome.state == evolved(self.state, outcome.events)
        self.state = TOKES.decode_state(TOKES.encode_state(outcome.state))
        self.events += outcome.events
        return [*outcome.events]

    def pull(self, *labels: str, source: Any = "table", ref: str = "T1") -> None:
        pickups = tuple(c.Pickup(source, ref, label, ref) for label in labels)
        self.send(c.PullBoxes(pickups, DAY, CHIPS, DESK))

    def count(self, box: int, dollars: int, by: str, round_: int = 1, **more: Any) -> None:
        options: dict[str, Any] = {"supervises": by in (MANAGER, SECOND), "name": by} | more
        pieces = ((500, 0), (100, dollars))
        self.send(c.CountBox(box, round_, pieces, dollars * 100, by, **options))

    def counted(self, dollars: int, box: int = 1) -> None:
        self.pull(f"B{box}")
        self.count(box, dollars, DESK)
        self.count(box, dollars, SECOND)

    def propose(self, **changes: Any) -> Split:
        command = c.ProposeSplit(DAY, first=DAY, last=DAY, today=NEXT, weights=HOURS, by=MANAGER)
        self.send(replace(command, **changes))
        return self.state.splits[-1]

    def lines(self) -> list[SplitLine]:
        return [
            line
            for event in self.events
            if isinstance(event, e.SplitProposed)
            for line in event.lines
        ]


def evolved(state: Tokes, events: tuple[e.TokeEvent, ...]) -> Tokes:
    for event in events:
        state = evolve(state, event)
    return state


def refused(room: Room, command: c.TokeCommand) -> str:
    with pytest.raises(Refusal) as raised:
        room.send(command)
    return raised.value.code


def test_two_people_count_and_the_first_count_is_no_total() -> None:
    room = Room()
    room.pull("B1")
    room.count(1, 40, DESK)
    box = room.state.boxes[0]
    assert not box.is_counted
    room.count(1, 40, SECOND)
    assert room.state.boxes[0].total == 4000


def test_box_is_not_counted_twice_by_one_person() -> None:
    room = Room()
    room.pull("B1")
    room.count(1, 40, SECOND)
    with pytest.raises(Refusal) as raised:
        room.count(1, 40, SECOND)
    assert raised.value.code == "same_agent"


def test_two_desks_without_a_supervisor_cannot_count() -> None:
    room = Room()
    room.pull("B1")
    room.count(1, 40, DESK)
    with pytest.raises(Refusal) as raised:
        room.count(1, 40, OTHER_DESK)
    assert raised.value.code == "no_supervisor"


def test_after_a_difference_the_same_two_recount() -> None:
    room = Room()
    room.pull("B1")
    room.count(1, 40, DESK)
    room.count(1, 41, SECOND)
    assert count_status(room.state.boxes[0]).round == 2
    with pytest.raises(Refusal) as raised:
        room.count(1, 41, MANAGER, round_=2)
    assert raised.value.code == "other_agent"
    with pytest.raises(Refusal) as raised:
        room.count(1, 41, DESK, round_=1)
    assert raised.value.code == "count_moved"
    room.count(1, 41, DESK, round_=2)
    room.count(1, 41, SECOND, round_=2)
    assert room.state.boxes[0].total == 4100


def test_empty_box_is_done_and_leaves_nothing_to_split() -> None:
    room = Room()
    room.counted(0)
    assert room.state.boxes == ()
    assert refused(room, c.ProposeSplit(DAY, first=DAY, last=DAY, today=NEXT)) == "toke_nothing"


def test_hours_split_to_the_cent_with_the_rule() -> None:
    room = Room(others=(OtherShare("runners", "Chip runners", 5),))
    room.counted(100)
    split = room.propose()
    assert split.amount == 10_000
    assert [(line.key, line.amount) for line in room.lines()] == [
        ("staff.11", 5700),
        ("staff.12", 3800),
        ("runners", 500),
    ]
    assert room.lines()[0].base == 9500


def test_kept_tokes_go_to_their_dealer() -> None:
    room = Room(mode="kept")
    assert refused(room, c.PullBoxes((c.Pickup("table", "T1", "B1"),), DAY)) == "toke_kept"
    room.pull("D1", source="dealer", ref="staff.12")
    room.count(1, 25, DESK)
    room.count(1, 25, SECOND)
    room.propose(weights=())
    assert [(line.key, line.kind, line.amount) for line in room.lines()] == [
        ("staff.12", "own", 2500)
    ]


def test_period_without_hours_is_refused() -> None:
    room = Room()
    room.counted(40)
    no_hours = c.ProposeSplit(
        DAY, first=DAY, last=DAY, today=NEXT, weights=(Weight("staff.11", 0),)
    )
    assert refused(room, no_hours) == "toke_no_hours"


def test_period_that_is_not_over_is_refused() -> None:
    room = Room()
    room.counted(40)
    assert refused(room, c.ProposeSplit(DAY, first=DAY, last=DAY, today=DAY)) == "toke_period_open"


def test_uncounted_box_stops_the_split() -> None:
    room = Room()
    room.counted(40)
    room.pull("B2")
    command = c.ProposeSplit(DAY, first=DAY, last=DAY, today=NEXT, weights=HOURS)
    assert refused(room, command) == "toke_uncounted"


def test_box_is_split_once() -> None:
    room = Room()
    room.counted(40)
    room.propose(boxes=(1,))
    again = c.ProposeSplit(DAY, (1,), DAY, DAY, NEXT, HOURS, SECOND)
    assert refused(room, again) == "toke_box_split"


def test_second_person_approves() -> None:
    room = Room()
    room.counted(40)
    split = room.propose()
    assert refused(room, c.ApproveSplit(split.number, DAY, DAY, MANAGER)) == "toke_same_person"
    room.send(c.ApproveSplit(split.number, DAY, DAY, SECOND))
    assert room.state.splits == ()
    assert room.state.boxes == ()


def test_withdrawn_split_frees_its_boxes() -> None:
    room = Room()
    room.counted(40)
    split = room.propose()
    assert refused(room, c.CorrectBox(1, 4100, "recount", MANAGER)) == "toke_split_open"
    room.send(c.WithdrawSplit(split.number, "hours were wrong", MANAGER))
    room.send(c.CorrectBox(1, 4100, "a chip on the floor", MANAGER))
    assert room.propose().amount == 4100


def chain_of(room: Room, total: int) -> dict[str, Any]:
    """Return what the room fills in for the approved split of box 1."""
    lines = tuple(room.lines())
    box = TokeBox(1, "table", "T1", "T1", DAY, "B1", CHIPS, total=total, split=1)
    split = Split(1, "period", DAY, DAY, (1,), total, MANAGER)
    totals = (BoxTotal(1, "table", "T1", total),)
    return {"counted": box, "chain": SplitChain(split, lines, lines, totals)}


def test_correction_after_the_split_is_a_following_split() -> None:
    room = Room()
    room.counted(100)
    split = room.propose()
    room.send(c.ApproveSplit(split.number, DAY, DAY, SECOND))
    chain = chain_of(room, 10_000)
    events = room.send(c.CorrectBox(1, 9990, "a chip counted twice", MANAGER, **chain))
    assert [type(event) for event in events] == [e.BoxCorrected, e.SplitProposed]
    following = room.state.splits[0]
    assert (following.about, following.amount) == (1, -10)
    assert [(line.key, line.amount, line.before) for line in room.lines()[2:]] == [
        ("staff.11", -6, 6000),
        ("staff.12", -4, 4000),
    ]
    withdraw = c.WithdrawSplit(following.number, "typed wrong", MANAGER)
    assert refused(room, withdraw) == "toke_correction_stays"


def test_second_correction_replaces_the_open_one() -> None:
    room = Room()
    room.counted(100)
    split = room.propose()
    room.send(c.ApproveSplit(split.number, DAY, DAY, SECOND))
    chain = chain_of(room, 10_000)
    room.send(c.CorrectBox(1, 9990, "a chip counted twice", MANAGER, **chain))
    corrected = replace(chain["counted"], total=9990)
    again = c.CorrectBox(1, 10_000, "it was right", MANAGER, corrected, chain["chain"])
    events = room.send(again)
    assert [type(event) for event in events] == [e.BoxCorrected, e.SplitWithdrawn]
    assert room.state.splits == ()


def test_corrections_need_a_counted_box_and_another_total() -> None:
    room = Room()
    room.pull("B1")
    assert refused(room, c.CorrectBox(1, 100, "typed wrong", MANAGER)) == "toke_not_counted"
    assert refused(room, c.CorrectBox(9, 100, "typed wrong", MANAGER)) == "no_toke_box"
    room.count(1, 40, DESK)
    room.count(1, 40, SECOND)
    assert refused(room, c.CorrectBox(1, 4000, "typed wrong", MANAGER)) == "toke_same_total"


def test_label_that_is_out_is_refused() -> None:
    room = Room()
    room.pull("B1")
    assert refused(room, c.PullBoxes((c.Pickup("table", "T2", "B1"),), DAY)) == "toke_box_out"
    twice = c.PullBoxes((c.Pickup("table", "T2", "B2"), c.Pickup("pool", "", "B2")), DAY)
    assert refused(room, twice) == "number_twice"


def test_room_without_rules_for_tokes_pulls_nothing() -> None:
    room = Room()
    room.state = Tokes()
    assert refused(room, c.PullBoxes((c.Pickup("pool", "", "B1"),), DAY)) == "toke_no_policy"


def test_event_is_split_by_downs_in_it() -> None:
    room = Room()
    withhold = c.Withhold(7, "percent", 250, "Main event", DAY, staff=900, pool=100_000)
    room.send(withhold)
    assert room.state.boxes[0].total == 2500
    assert refused(room, replace(withhold, earlier=1)) == "toke_withheld"
    assert refused(room, c.ProposeEventSplit(1)) == "toke_no_downs"
    room.send(c.ProposeEventSplit(1, (Weight("staff.11", 3), Weight("staff.12", 1)), MANAGER))
    assert [(line.key, line.kind, line.amount) for line in room.lines()] == [
        ("staff.11", "event", 1875),
        ("staff.12", "event", 625),
    ]


def test_payroll_waits_for_boxes_splits_and_earlier_payrolls() -> None:
    room = Room()
    close = c.ClosePayroll(DAY, DAY, DAY, NEXT)
    room.counted(40)
    assert refused(room, close) == "payroll_boxes"
    split = room.propose()
    assert refused(room, close) == "payroll_splits"
    room.send(c.ApproveSplit(split.number, DAY, DAY, SECOND))
    assert refused(room, replace(close, today=DAY)) == "payroll_running"
    assert refused(room, replace(close, due="2026-11-23")) == "payroll_earlier"
    room.send(close)
    assert refused(room, close) == "payroll_closed"
    adjust = c.AdjustHours("staff.11", DAY, 30, "missed clock-in", by=MANAGER)
    assert refused(room, adjust) == "toke_day_paid"


def test_hours_are_not_adjusted_below_nothing() -> None:
    room = Room()
    adjust = c.AdjustHours("staff.11", DAY, -60, "clocked out late", 30, MANAGER)
    assert refused(room, adjust) == "toke_hours_below"
    assert refused(room, replace(adjust, minutes=0)) == "toke_no_minutes"
    room.send(replace(adjust, minutes=-30))
    assert room.state.adjusted == 1


def test_groups_get_less_than_everything() -> None:
    room = Room()
    policy = c.SetPolicy("hours", "day", 1, "2026-01-05", "house choice")
    shares = (OtherShare("a", "Runners", 60), OtherShare("b", "Floor", 40))
    assert refused(room, replace(policy, others=shares)) == "toke_percent"
    twice = (OtherShare("a", "Runners", 6), OtherShare("a", "Floor", 4))
    assert refused(room, replace(policy, others=twice)) == "toke_group_twice"
    room.send(replace(policy, others=shares[1:]))
    assert room.state.policy.version == 2


@pytest.mark.parametrize("label", ["", "box 1", "b1", "A" * 13])
def test_label_of_letters_digits_and_hyphens(label: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"source": "pool", "ref": "", "label": label}, c.Pickup)
