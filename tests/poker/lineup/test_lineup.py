"""Clock-in, boxes, breaks, words and sections: what is asked, what is refused, what the tables' own logs make of it."""

import msgspec
import pytest

from poker.lineup import codec
from poker.lineup import commands as c
from poker.lineup import events as e
from poker.lineup.evolve import evolve
from poker.lineup.plan import owed
from poker.lineup.state import MINUTE, Lineup
from poker.lineup.view import view
from poker.refusal import Refusal
from tests.poker.lineup.shift import Shift


@pytest.fixture
def shift() -> Shift:
    shift = Shift()
    shift.clock_in("Wren", "Plover", "Siskin")
    shift.open("T1", "T2")
    return shift


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_somebody_is_on_duty_once(shift: Shift):
    with refused("on_duty"):
        shift.clock_in("Wren")
    shift.ask(c.ClockOut("Wren"))
    assert [dealer.name for dealer in shift.dealers.duty] == ["Plover", "Siskin"]
    with refused("not_on_duty"):
        shift.ask(c.ClockOut("Wren"))


def test_a_push_is_what_the_table_says(shift: Shift):
    shift.push("T1", "Wren")
    assert shift.find("Wren").table == "T1"
    with refused("deals_now"):
        shift.ask(c.ClockOut("Wren"))
    with refused("deals_now"):
        shift.ask(c.BeginBreak("Wren"))
    shift.wait(30)
    shift.push("T1", "Plover")
    wren = shift.find("Wren")
    assert (wren.table, wren.last, wren.downs, wren.at) == ("", "T1", 1, shift.now)


def test_the_same_push_is_followed_once(shift: Shift):
    at = shift.now
    shift.push("T1", "Wren")
    shift.wait(3)
    assert shift.ask(c.SyncTable("T1", True, "Wren", "Wren", at)) == ()


def test_who_signs_in_without_being_clocked_in_is_clocked_in_by_it(shift: Shift):
    events = shift.push("T1", "Rook")
    assert isinstance(events[0], e.ClockedIn)
    assert events[0].table == "T1"
    assert shift.find("Rook").table == "T1"


def test_who_goes_to_another_box_leaves_his_own_empty(shift: Shift):
    before = shift.now
    shift.push("T1", "Wren")
    shift.wait(10)
    shift.push("T2", "Wren")
    first, second = shift.dealers.box("T1"), shift.dealers.box("T2")
    assert first is not None
    assert second is not None
    assert (first.dealer, first.since, second.dealer) == ("", shift.now, "Wren")
    assert [push.table for push in shift.due] == ["T1"]
    assert (
        shift.ask(c.SyncTable("T1", True, "Wren", "Wren", before)) == ()
    )  # T1's log has him still


def test_a_closed_table_frees_its_dealer_and_needs_none(shift: Shift):
    shift.push("T1", "Wren")
    shift.ask(c.AssignNext("T1", "Plover", "asked for it"))
    shift.wait(20)
    shift.ask(c.SyncTable("T1", False))
    assert shift.dealers.box("T1") is None
    assert shift.dealers.assigned == ()
    assert (shift.find("Wren").table, shift.find("Wren").downs) == ("", 1)
    assert shift.ask(c.SyncTable("T1", False)) == ()


def test_a_close_that_is_undone_puts_the_dealer_back_as_he_was(shift: Shift):
    at = shift.now
    shift.push("T1", "Wren")
    shift.wait(40)
    shift.ask(c.SyncTable("T1", False))
    shift.wait(1)
    shift.ask(c.SyncTable("T1", True, "Wren", "Wren", at))
    wren = shift.find("Wren")
    assert (wren.table, wren.at, wren.downs) == ("T1", at, 0)


def test_a_close_that_is_undone_too_late_leaves_the_box_empty(shift: Shift):
    at = shift.now
    shift.push("T1", "Wren")
    shift.ask(c.SyncTable("T1", False))
    shift.wait(5)
    shift.push("T2", "Wren")
    shift.ask(c.SyncTable("T1", True, "Wren", "Wren", at))
    assert shift.find("Wren").table == "T2"
    box = shift.dealers.box("T1")
    assert box is not None
    assert box.dealer == ""


def test_a_log_that_knows_no_dealer_any_more_frees_him(shift: Shift):
    shift.push("T1", "Wren")
    shift.ask(c.SyncTable("T1", True))
    assert shift.find("Wren").table == ""
    assert shift.ask(c.SyncTable("T1", True)) == ()


def test_a_supervisor_who_fills_a_box_is_no_dealer_of_the_rotation(shift: Shift):
    shift.push("T1", "Oak", rotates=False)
    assert not shift.find("Oak").is_free
    shift.wait(5)
    shift.push("T1", "Wren")
    assert shift.dealers.find("Oak") is None


def test_minutes_of_help_are_no_down_and_an_hour_is_two(shift: Shift):
    shift.policy(most=12)
    for minutes, downs in ((10, 0), (30, 1), (60, 3), (90, 6)):
        shift.push("T1", "Wren")
        shift.wait(minutes)
        shift.push("T1", "Plover")
        assert shift.find("Wren").downs == downs


def test_a_break_is_owed_after_so_many_downs_and_over_after_a_rest(shift: Shift):
    shift.policy(most=2, remainder=20)
    shift.push("T1", "Wren")
    shift.wait(59)
    assert not owed(shift.find("Wren"), shift.dealers, shift.now)
    shift.wait(1)
    assert owed(shift.find("Wren"), shift.dealers, shift.now)
    shift.push("T1", "Plover")
    assert owed(shift.find("Wren"), shift.dealers, shift.now)
    (event,) = shift.ask(c.BeginBreak("Wren"))
    assert isinstance(event, e.BreakBegan)
    assert event.until == shift.now + 20 * MINUTE
    assert not owed(shift.find("Wren"), shift.dealers, shift.now)
    with refused("on_break"):
        shift.ask(c.BeginBreak("Wren"))
    shift.wait(20)
    (back,) = shift.ask(c.RejoinRotation("Wren"))
    assert isinstance(back, e.RejoinedRotation)
    assert back.rested
    assert shift.find("Wren").downs == 0
    with refused("not_away"):
        shift.ask(c.RejoinRotation("Wren"))


def test_a_break_cut_short_is_none(shift: Shift):
    shift.policy(most=1)
    shift.push("T1", "Wren")
    shift.wait(30)
    shift.push("T1", "Plover")
    shift.ask(c.BeginBreak("Wren"))
    shift.wait(10)
    shift.ask(c.RejoinRotation("Wren"))
    assert shift.find("Wren").downs == 1
    assert owed(shift.find("Wren"), shift.dealers, shift.now)


def test_out_of_the_order_needs_a_reason_and_nobody_is_named_from_there(shift: Shift):
    with refused("reason_missing"):
        shift.ask(c.LeaveRotation("Wren", " "))
    shift.ask(c.AssignNext("T1", "Wren", "knows stud"))
    shift.ask(c.LeaveRotation("Wren", "drop count"))
    assert shift.dealers.assigned == ()
    assert "Wren" not in {push.inward.name for push in shift.plan if push.inward}
    with refused("aside_already"):
        shift.ask(c.LeaveRotation("Wren", "drop count"))
    with refused("stands_aside"):
        shift.ask(c.AssignNext("T1", "Wren", "knows stud"))
    shift.ask(c.RejoinRotation("Wren"))
    assert shift.find("Wren").is_free


def test_another_dealer_for_a_box_has_a_reason_and_stands_once(shift: Shift):
    with refused("reason_missing"):
        shift.ask(c.AssignNext("T1", "Siskin"))
    with refused("no_box"):
        shift.ask(c.AssignNext("T9", "Siskin", "knows stud"))
    shift.ask(c.AssignNext("T1", "Siskin", "knows stud"))
    assert (shift.next("T1"), shift.next("T2")) == ("Siskin", "Plover")
    shift.ask(c.AssignNext("T2", "Siskin", "nearer"))
    assert (shift.next("T1"), shift.next("T2")) == ("Plover", "Siskin")
    shift.ask(c.AssignNext("T2"))
    assert shift.dealers.assigned == ()
    shift.push("T1", "Wren")
    with refused("deals_there"):
        shift.ask(c.AssignNext("T1", "Wren", "again"))


def test_whoever_comes_in_ends_the_word(shift: Shift):
    shift.ask(c.AssignNext("T1", "Siskin", "knows stud"))
    shift.push("T1", "Plover")
    assert shift.dealers.assigned == ()


def test_a_table_is_in_one_section_and_ten_open_ones_are_the_most(shift: Shift):
    shift.open(*(f"T{n}" for n in range(3, 13)))
    ten = tuple(f"T{n}" for n in range(1, 11))
    with refused("section_too_large"):
        shift.ask(c.SetSection("a", "Alder", (*ten, "T11")))
    shift.ask(c.SetSection("a", "Alder", (*ten, "T99")))  # closed ones do not count
    shift.ask(c.SetSection("b", "Cedar", ("T1", "T11")))
    assert "T1" not in shift.dealers.sections[0].tables
    section = shift.dealers.section_of("T1")
    assert section is not None
    assert section.name == "Cedar"
    shift.ask(c.SetSection("a", "Alder", ()))
    assert [section.name for section in shift.dealers.sections] == ["Cedar"]
    assert shift.ask(c.SetSection("b", "Cedar", ("T1", "T11"))) == ()


def test_what_was_told_makes_the_same_room_again(shift: Shift):
    shift.policy(section=10)
    shift.push("T1", "Wren")
    shift.wait(31)
    shift.push("T1", "Plover")
    shift.ask(c.AssignNext("T2", "Siskin", "knows stud"))
    shift.ask(c.LeaveRotation("Wren", "drop count"))
    shift.ask(c.SetSection("a", "Alder", ("T1",)))
    again = Lineup()
    for event in shift.events:
        again = evolve(again, codec.decode_told(*codec.encode_told(event)))
    assert again == shift.dealers
    assert codec.decode_dealers(codec.encode_dealers(again)) == again
    shown = msgspec.json.encode(view(again)).decode()
    assert "drop count" not in shown


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("nonsense", {}),
        ("clock_in", {"key": "", "name": "Wren"}),
        ("clock_in", {"key": "staff.1", "name": "x" * 41}),
        ("stand_aside", {"key": "staff.1", "reason": "x" * 201}),
        ("set_policy", {"policy": {"down_minutes": 5}}),
        ("set_section", {"key": "staff.1", "name": "Oak", "tables": "T1"}),
        ("follow", {"table": "T1", "is_open": "yes"}),
    ],
)
def test_what_cannot_be_read_is_refused(name: str, args: dict[str, object]):
    with pytest.raises(Refusal, match=r"^(unknown_ask|bad_ask) "):
        codec.parse_ask(name, args)
