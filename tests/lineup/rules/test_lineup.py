"""Clock-in, boxes, breaks, notes and sections: commands, refusals, and what the table logs add."""

import msgspec
import pytest

from lineup.rules import codec
from lineup.rules import commands as c
from lineup.rules import events as e
from lineup.rules.evolve import evolve
from lineup.rules.plan import owed
from lineup.rules.state import MINUTE, Lineup
from lineup.rules.view import view
from poker.refusal import Refusal
from tests.lineup.rules.shift import LineupDriver


@pytest.fixture
def shift() -> LineupDriver:
    shift = LineupDriver()
    shift.clock_in("Wren", "Plover", "Siskin")
    shift.open_tables("T1", "T2")
    return shift


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_dealer_is_clocked_in_only_once(shift: LineupDriver):
    with expect_refusal("on_duty"):
        shift.clock_in("Wren")
    shift.execute(c.ClockOut("Wren"))
    assert [dealer.name for dealer in shift.lineup.duty] == ["Plover", "Siskin"]
    with expect_refusal("not_on_duty"):
        shift.execute(c.ClockOut("Wren"))


def test_push_is_read_from_the_table_log(shift: LineupDriver):
    shift.push("T1", "Wren")
    assert shift.find("Wren").table == "T1"
    with expect_refusal("deals_now"):
        shift.execute(c.ClockOut("Wren"))
    with expect_refusal("deals_now"):
        shift.execute(c.BeginBreak("Wren"))
    shift.wait(30)
    shift.push("T1", "Plover")
    wren = shift.find("Wren")
    assert (wren.table, wren.last, wren.downs, wren.at) == ("", "T1", 1, shift.now)


def test_repeated_push_changes_nothing(shift: LineupDriver):
    at = shift.now
    shift.push("T1", "Wren")
    shift.wait(3)
    assert shift.execute(c.SyncTable("T1", True, "Wren", "Wren", at)) == ()


def test_sign_in_clocks_the_dealer_in(shift: LineupDriver):
    events = shift.push("T1", "Rook")
    assert isinstance(events[0], e.ClockedIn)
    assert events[0].table == "T1"
    assert shift.find("Rook").table == "T1"


def test_dealer_who_moves_leaves_the_old_box_empty(shift: LineupDriver):
    before = shift.now
    shift.push("T1", "Wren")
    shift.wait(10)
    shift.push("T2", "Wren")
    first = shift.lineup.box("T1")
    second = shift.lineup.box("T2")
    assert first is not None
    assert second is not None
    assert (first.dealer, first.since, second.dealer) == ("", shift.now, "Wren")
    assert [push.table for push in shift.due_pushes] == ["T1"]
    assert (
        shift.execute(c.SyncTable("T1", True, "Wren", "Wren", before)) == ()
    )  # T1's log still has the dealer


def test_closed_table_releases_its_dealer_and_needs_none(shift: LineupDriver):
    shift.push("T1", "Wren")
    shift.execute(c.AssignNext("T1", "Plover", "asked for it"))
    shift.wait(20)
    shift.execute(c.SyncTable("T1", False))
    assert shift.lineup.box("T1") is None
    assert shift.lineup.assigned == ()
    assert (shift.find("Wren").table, shift.find("Wren").downs) == ("", 1)
    assert shift.execute(c.SyncTable("T1", False)) == ()


def test_undone_close_restores_the_dealer(shift: LineupDriver):
    at = shift.now
    shift.push("T1", "Wren")
    shift.wait(40)
    shift.execute(c.SyncTable("T1", False))
    shift.wait(1)
    shift.execute(c.SyncTable("T1", True, "Wren", "Wren", at))
    wren = shift.find("Wren")
    assert (wren.table, wren.at, wren.downs) == ("T1", at, 0)


def test_close_undone_after_the_dealer_moved_leaves_the_box_empty(shift: LineupDriver):
    at = shift.now
    shift.push("T1", "Wren")
    shift.execute(c.SyncTable("T1", False))
    shift.wait(5)
    shift.push("T2", "Wren")
    shift.execute(c.SyncTable("T1", True, "Wren", "Wren", at))
    assert shift.find("Wren").table == "T2"
    box = shift.lineup.box("T1")
    assert box is not None
    assert box.dealer == ""


def test_table_log_without_a_dealer_frees_the_dealer(shift: LineupDriver):
    shift.push("T1", "Wren")
    shift.execute(c.SyncTable("T1", True))
    assert shift.find("Wren").table == ""
    assert shift.execute(c.SyncTable("T1", True)) == ()


def test_supervisor_in_a_box_is_not_in_the_rotation(shift: LineupDriver):
    shift.push("T1", "Oak", rotates=False)
    assert not shift.find("Oak").is_free
    shift.wait(5)
    shift.push("T1", "Wren")
    assert shift.lineup.find("Oak") is None


def test_ten_minutes_are_no_down_and_an_hour_is_two(shift: LineupDriver):
    shift.set_policy(max_downs=12)
    for minutes, downs in ((10, 0), (30, 1), (60, 3), (90, 6)):
        shift.push("T1", "Wren")
        shift.wait(minutes)
        shift.push("T1", "Plover")
        assert shift.find("Wren").downs == downs


def test_break_is_owed_after_the_maximum_downs_until_it_is_taken(shift: LineupDriver):
    shift.set_policy(max_downs=2, remainder=20)
    shift.push("T1", "Wren")
    shift.wait(59)
    assert not owed(shift.find("Wren"), shift.lineup, shift.now)
    shift.wait(1)
    assert owed(shift.find("Wren"), shift.lineup, shift.now)
    shift.push("T1", "Plover")
    assert owed(shift.find("Wren"), shift.lineup, shift.now)
    (event,) = shift.execute(c.BeginBreak("Wren"))
    assert isinstance(event, e.BreakBegan)
    assert event.until == shift.now + 20 * MINUTE
    assert not owed(shift.find("Wren"), shift.lineup, shift.now)
    with expect_refusal("on_break"):
        shift.execute(c.BeginBreak("Wren"))
    shift.wait(20)
    (rejoined,) = shift.execute(c.RejoinRotation("Wren"))
    assert isinstance(rejoined, e.RejoinedRotation)
    assert rejoined.rested
    assert shift.find("Wren").downs == 0
    with expect_refusal("not_away"):
        shift.execute(c.RejoinRotation("Wren"))


def test_break_cut_short_does_not_count(shift: LineupDriver):
    shift.set_policy(max_downs=1)
    shift.push("T1", "Wren")
    shift.wait(30)
    shift.push("T1", "Plover")
    shift.execute(c.BeginBreak("Wren"))
    shift.wait(10)
    shift.execute(c.RejoinRotation("Wren"))
    assert shift.find("Wren").downs == 1
    assert owed(shift.find("Wren"), shift.lineup, shift.now)


def test_leaving_rotation_needs_a_reason_and_stops_assignments(shift: LineupDriver):
    with expect_refusal("reason_missing"):
        shift.execute(c.LeaveRotation("Wren", " "))
    shift.execute(c.AssignNext("T1", "Wren", "knows stud"))
    shift.execute(c.LeaveRotation("Wren", "drop count"))
    assert shift.lineup.assigned == ()
    assert "Wren" not in {push.inward.name for push in shift.plan if push.inward}
    with expect_refusal("aside_already"):
        shift.execute(c.LeaveRotation("Wren", "drop count"))
    with expect_refusal("stands_aside"):
        shift.execute(c.AssignNext("T1", "Wren", "knows stud"))
    shift.execute(c.RejoinRotation("Wren"))
    assert shift.find("Wren").is_free


def test_assignment_needs_a_reason_and_moves_the_dealer_from_another_box(shift: LineupDriver):
    with expect_refusal("reason_missing"):
        shift.execute(c.AssignNext("T1", "Siskin"))
    with expect_refusal("no_box"):
        shift.execute(c.AssignNext("T9", "Siskin", "knows stud"))
    shift.execute(c.AssignNext("T1", "Siskin", "knows stud"))
    assert (shift.next_dealer("T1"), shift.next_dealer("T2")) == ("Siskin", "Plover")
    shift.execute(c.AssignNext("T2", "Siskin", "nearer"))
    assert (shift.next_dealer("T1"), shift.next_dealer("T2")) == ("Plover", "Siskin")
    shift.execute(c.AssignNext("T2"))
    assert shift.lineup.assigned == ()
    shift.push("T1", "Wren")
    with expect_refusal("deals_there"):
        shift.execute(c.AssignNext("T1", "Wren", "again"))


def test_push_ends_the_assignment(shift: LineupDriver):
    shift.execute(c.AssignNext("T1", "Siskin", "knows stud"))
    shift.push("T1", "Plover")
    assert shift.lineup.assigned == ()


def test_table_is_in_one_section_and_a_section_has_at_most_ten_open_tables(shift: LineupDriver):
    shift.open_tables(*(f"T{n}" for n in range(3, 13)))
    ten = tuple(f"T{n}" for n in range(1, 11))
    with expect_refusal("section_too_large"):
        shift.execute(c.SetSection("a", "Alder", (*ten, "T11")))
    shift.execute(c.SetSection("a", "Alder", (*ten, "T99")))  # closed tables do not count
    shift.execute(c.SetSection("b", "Cedar", ("T1", "T11")))
    assert "T1" not in shift.lineup.sections[0].tables
    section = shift.lineup.section_of("T1")
    assert section is not None
    assert section.name == "Cedar"
    shift.execute(c.SetSection("a", "Alder", ()))
    assert [section.name for section in shift.lineup.sections] == ["Cedar"]
    assert shift.execute(c.SetSection("b", "Cedar", ("T1", "T11"))) == ()


def test_events_rebuild_the_same_lineup(shift: LineupDriver):
    shift.set_policy(section=10)
    shift.push("T1", "Wren")
    shift.wait(31)
    shift.push("T1", "Plover")
    shift.execute(c.AssignNext("T2", "Siskin", "knows stud"))
    shift.execute(c.LeaveRotation("Wren", "drop count"))
    shift.execute(c.SetSection("a", "Alder", ("T1",)))
    rebuilt = Lineup()
    for event in shift.events:
        rebuilt = evolve(rebuilt, codec.decode_event(*codec.encode_event(event)))
    assert rebuilt == shift.lineup
    assert codec.decode_state(codec.encode_state(rebuilt)) == rebuilt
    encoded = msgspec.json.encode(view(rebuilt)).decode()
    assert "drop count" not in encoded


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
def test_invalid_commands_are_refused(name: str, args: dict[str, object]):
    with pytest.raises(Refusal, match=r"^(unknown_ask|bad_ask) "):
        codec.parse_command(name, args)
