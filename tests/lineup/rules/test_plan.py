"""The push plan is fair: the longest-rested dealers come in first, and breaks are kept.

No dealer returns to a table immediately. Properties hold over random shifts.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from lineup.rules import commands as c
from lineup.rules.plan import Push, owed
from lineup.rules.state import MINUTE
from tests.lineup.rules.shift import LineupDriver
from tests.support.law_examples import example_count


def planned_pushes(shift: LineupDriver) -> list[tuple[str, str]]:
    return [(push.table, push.inward.name if push.inward else "") for push in shift.due_pushes]


def only_push(shift: LineupDriver) -> Push:
    (push,) = shift.due_pushes
    return push


def test_no_push_is_due_before_the_end_of_the_down():
    shift = LineupDriver()
    shift.clock_in("Teal", "Gannet")
    shift.open_tables("T1")
    shift.push("T1", "Teal")
    shift.wait(29)
    assert planned_pushes(shift) == []
    assert shift.next_dealer("T1") == "Gannet"  # the next dealer is known
    shift.wait(1)
    assert planned_pushes(shift) == [("T1", "Gannet")]


def test_longest_rested_dealer_goes_to_the_longest_overdue_table():
    shift = LineupDriver()
    shift.open_tables("T1", "T2")
    shift.push("T2", "Rook")
    shift.wait(3)
    shift.push("T1", "Teal")
    shift.clock_in("Puffin")
    shift.wait(7)
    shift.clock_in("Gannet")
    shift.wait(24)
    assert planned_pushes(shift) == [("T2", "Puffin"), ("T1", "Gannet")]


def test_dealer_does_not_return_to_the_last_table():
    shift = LineupDriver()
    shift.clock_in("Puffin", "Gannet", "Teal", "Rook")
    shift.open_tables("T1", "T2")
    shift.push("T1", "Puffin")
    shift.push("T2", "Gannet")
    shift.wait(1)
    shift.push("T1", "Teal")
    shift.push("T2", "Rook")
    shift.wait(30)
    assert planned_pushes(shift) == [("T1", "Gannet"), ("T2", "Puffin")]


def test_longest_rested_dealer_is_saved_for_the_only_possible_table():
    shift = LineupDriver()
    shift.clock_in("Puffin", "Gannet", "Teal", "Rook")
    shift.open_tables("T1", "T2")
    shift.push("T2", "Gannet")
    shift.push("T1", "Teal")
    shift.wait(10)
    shift.push("T2", "Rook")  # Gannet dealt T2 last; Puffin has dealt nothing
    shift.wait(30)
    assert planned_pushes(shift) == [("T1", "Gannet"), ("T2", "Puffin")]


def test_dealer_returns_if_no_other_is_available():
    shift = LineupDriver()
    shift.clock_in("Puffin", "Teal")
    shift.open_tables("T1")
    shift.push("T1", "Puffin")
    shift.wait(30)
    shift.push("T1", "Teal")
    shift.wait(30)
    assert only_push(shift).inward == shift.find("Puffin")
    assert only_push(shift).again


def test_empty_box_is_due_at_once_and_accepts_a_dealer_owed_a_break():
    shift = LineupDriver()
    shift.set_policy(max_downs=1)
    shift.clock_in("Gannet", "Rook")
    shift.open_tables("T1", "T2")
    shift.push("T1", "Gannet")
    shift.wait(30)
    shift.push("T1", "Rook")
    assert planned_pushes(shift) == [("T2", "Gannet")]
    assert only_push(shift).tired


def test_pushed_dealer_goes_to_the_next_box_when_dealers_are_short():
    shift = LineupDriver()
    shift.open_tables("T1", "T2")
    shift.push("T1", "Teal")
    shift.wait(2)
    shift.push("T2", "Rook")
    shift.clock_in("Gannet")
    shift.wait(31)
    assert planned_pushes(shift) == [("T1", "Gannet"), ("T2", "Teal")]


def test_owed_break_delays_the_next_box():
    shift = LineupDriver()
    shift.set_policy(max_downs=1)
    shift.open_tables("T1", "T2")
    shift.push("T1", "Teal")
    shift.wait(2)
    shift.push("T2", "Rook")
    shift.clock_in("Gannet")
    shift.wait(31)
    assert planned_pushes(shift) == [("T1", "Gannet"), ("T2", "")]
    assert all(push.breaks for push in shift.due_pushes)


def test_dealer_on_break_is_assigned_after_it():
    shift = LineupDriver()
    shift.set_policy(remainder=20)
    shift.clock_in("Gannet")
    shift.open_tables("T1")
    shift.push("T1", "Teal")
    shift.wait(15)
    shift.execute(c.BeginBreak("Gannet"))
    shift.wait(15)
    assert planned_pushes(shift) == [("T1", "")]
    shift.wait(5)
    assert planned_pushes(shift) == [("T1", "Gannet")]


def test_push_waits_without_an_available_dealer():
    shift = LineupDriver()
    shift.open_tables("T1")
    shift.push("T1", "Teal")
    shift.wait(50)
    assert only_push(shift).inward is None


NAMES = tuple(f"D{n:02}" for n in range(40))


@given(
    boxes=st.integers(1, 12),
    max_downs=st.integers(1, 5),
    rest_downs=st.integers(5, 30),
    extra_dealers=st.integers(0, 3),
)
@settings(max_examples=example_count(40), derandomize=True, deadline=None)
def test_enough_dealers_keep_the_maximum_downs(
    boxes: int, max_downs: int, rest_downs: int, extra_dealers: int
):
    """Every suggested push is made each half hour for a night.

    There is one extra dealer per so many boxes, for the breaks.
    """
    spare = -(-boxes // max_downs) + extra_dealers
    shift = LineupDriver()
    shift.set_policy(max_downs=max_downs, remainder=rest_downs)
    shift.clock_in(*NAMES[: boxes + spare])
    shift.open_tables(*(f"T{n}" for n in range(boxes)))
    in_a_row = dict.fromkeys(NAMES, 0)
    for _ in range(16):
        pushes = shift.due_pushes
        assert len(pushes) == boxes
        assert all(push.inward is not None and not push.tired for push in pushes)
        pushed_names = {push.inward.name for push in pushes if push.inward}
        assert len(pushed_names) == boxes
        for name in NAMES:
            in_a_row[name] = in_a_row[name] + 1 if name in pushed_names else 0
        assert max(in_a_row.values()) <= max_downs
        for push in pushes:
            assert push.inward is not None
            assert not push.again or boxes == 1
            shift.push(push.table, push.inward.key)
        shift.wait(30)


@given(
    starts=st.lists(st.integers(0, 29), min_size=1, max_size=8),
    spare=st.integers(0, 8),
    max_downs=st.integers(1, 4),
    late_starts=st.lists(st.integers(0, 6), min_size=1, max_size=12),
)
@settings(max_examples=example_count(60), derandomize=True, deadline=None)
def test_planned_pushes_are_fair_in_random_shifts(
    starts: list[int], spare: int, max_downs: int, late_starts: list[int]
):
    """Pushes happen at any time, and some are late.

    No dealer is in two boxes, the longest-rested dealers come first, and breaks are kept if possible.
    """
    shift = LineupDriver()
    shift.set_policy(max_downs=max_downs, remainder=20)
    shift.clock_in(*NAMES[: len(starts) + spare])
    for minute in range(180):
        for table, start in enumerate(starts):
            if start == minute:
                shift.open_tables(f"T{table}")
        for push in shift.due_pushes:
            before = shift.now - push.due
            if push.inward is None or before < late_starts[minute % len(late_starts)] * MINUTE:
                continue
            push = next(planned for planned in shift.plan if planned.table == push.table)
            if push.inward is None or shift.find(push.inward.key).table:
                continue
            _assert_fair(shift, push)
            shift.push(push.table, push.inward.key)
        shift.wait(1)
        dealers_in_box = [box.dealer for box in shift.lineup.boxes if box.dealer]
        assert len(set(dealers_in_box)) == len(dealers_in_box)
        inward = [push.inward.key for push in shift.plan if push.inward]
        assert len(set(inward)) == len(inward)


def _assert_fair(shift: LineupDriver, push: Push) -> None:
    dealer = push.inward
    assert dealer is not None
    free = [other for other in shift.lineup.duty if other.is_free]
    fresh = [other for other in free if not owed(other, shift.lineup, shift.now)]
    other_dealers = {p.inward.key for p in shift.plan if p.inward and p.table != push.table}
    others = [other for other in fresh if other.key not in other_dealers]
    if push.tired:
        assert not others
    if push.again:
        assert all(other.last == push.table for other in others)
    rested = [other for other in others if other.last != push.table and other.at < dealer.at]
    assert not rested
