"""The suggestion is fair: the longest rested come in, breaks are kept, nobody at one table twice; laws over shifts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from poker.lineup import commands as c
from poker.lineup.plan import Push, owed
from poker.lineup.state import MINUTE
from tests.poker.lineup.shift import Shift


def said(shift: Shift) -> list[tuple[str, str]]:
    return [(push.table, push.inward.name if push.inward else "") for push in shift.due]


def only(shift: Shift) -> Push:
    (push,) = shift.due
    return push


def test_nothing_is_due_before_the_down_is_over():
    shift = Shift()
    shift.clock_in("Teal", "Gannet")
    shift.open("T1")
    shift.push("T1", "Teal")
    shift.wait(29)
    assert said(shift) == []
    assert shift.next("T1") == "Gannet"  # but who comes is known
    shift.wait(1)
    assert said(shift) == [("T1", "Gannet")]


def test_the_longest_due_gets_the_longest_rested():
    shift = Shift()
    shift.open("T1", "T2")
    shift.push("T2", "Rook")
    shift.wait(3)
    shift.push("T1", "Teal")
    shift.clock_in("Puffin")
    shift.wait(7)
    shift.clock_in("Gannet")
    shift.wait(24)
    assert said(shift) == [("T2", "Puffin"), ("T1", "Gannet")]


def test_nobody_comes_back_to_the_table_that_he_just_dealt():
    shift = Shift()
    shift.clock_in("Puffin", "Gannet", "Teal", "Rook")
    shift.open("T1", "T2")
    shift.push("T1", "Puffin")
    shift.push("T2", "Gannet")
    shift.wait(1)
    shift.push("T1", "Teal")
    shift.push("T2", "Rook")
    shift.wait(30)
    assert said(shift) == [("T1", "Gannet"), ("T2", "Puffin")]


def test_the_longest_rested_is_kept_for_the_table_that_only_he_can_take():
    shift = Shift()
    shift.clock_in("Puffin", "Gannet", "Teal", "Rook")
    shift.open("T1", "T2")
    shift.push("T2", "Gannet")
    shift.push("T1", "Teal")
    shift.wait(10)
    shift.push("T2", "Rook")  # Gannet dealt T2 last, Puffin nothing
    shift.wait(30)
    assert said(shift) == [("T1", "Gannet"), ("T2", "Puffin")]


def test_for_want_of_others_he_does_and_it_is_said():
    shift = Shift()
    shift.clock_in("Puffin", "Teal")
    shift.open("T1")
    shift.push("T1", "Puffin")
    shift.wait(30)
    shift.push("T1", "Teal")
    shift.wait(30)
    assert only(shift).inward == shift.find("Puffin")
    assert only(shift).again


def test_an_empty_box_is_due_at_once_and_gets_even_somebody_tired():
    shift = Shift()
    shift.policy(most=1)
    shift.clock_in("Gannet", "Rook")
    shift.open("T1", "T2")
    shift.push("T1", "Gannet")
    shift.wait(30)
    shift.push("T1", "Rook")
    assert said(shift) == [("T2", "Gannet")]
    assert only(shift).tired


def test_short_of_dealers_the_pushed_go_on_to_the_next_box():
    shift = Shift()
    shift.open("T1", "T2")
    shift.push("T1", "Teal")
    shift.wait(2)
    shift.push("T2", "Rook")
    shift.clock_in("Gannet")
    shift.wait(31)
    assert said(shift) == [("T1", "Gannet"), ("T2", "Teal")]


def test_a_break_that_is_owed_is_kept_and_the_next_box_waits():
    shift = Shift()
    shift.policy(most=1)
    shift.open("T1", "T2")
    shift.push("T1", "Teal")
    shift.wait(2)
    shift.push("T2", "Rook")
    shift.clock_in("Gannet")
    shift.wait(31)
    assert said(shift) == [("T1", "Gannet"), ("T2", "")]
    assert all(push.breaks for push in shift.due)


def test_who_is_on_a_break_comes_when_it_is_over():
    shift = Shift()
    shift.policy(remainder=20)
    shift.clock_in("Gannet")
    shift.open("T1")
    shift.push("T1", "Teal")
    shift.wait(15)
    shift.ask(c.BeginBreak("Gannet"))
    shift.wait(15)
    assert said(shift) == [("T1", "")]
    shift.wait(5)
    assert said(shift) == [("T1", "Gannet")]


def test_without_anybody_the_push_waits():
    shift = Shift()
    shift.open("T1")
    shift.push("T1", "Teal")
    shift.wait(50)
    assert only(shift).inward is None


NAMES = tuple(f"D{n:02}" for n in range(40))


@given(
    boxes=st.integers(1, 12),
    most=st.integers(1, 5),
    rest=st.integers(5, 30),
    more=st.integers(0, 3),
)
@settings(max_examples=40, derandomize=True, deadline=None)
def test_with_dealers_enough_nobody_deals_more_downs_than_the_house_has(
    boxes: int, most: int, rest: int, more: int
):
    """A push every half hour for a night, as suggested: enough is one dealer for the break of so many boxes."""
    spare = -(-boxes // most) + more
    shift = Shift()
    shift.policy(most=most, remainder=rest)
    shift.clock_in(*NAMES[: boxes + spare])
    shift.open(*(f"T{n}" for n in range(boxes)))
    in_a_row = dict.fromkeys(NAMES, 0)
    for _ in range(16):
        pushes = shift.due
        assert len(pushes) == boxes
        assert all(push.inward is not None and not push.tired for push in pushes)
        came = {push.inward.name for push in pushes if push.inward}
        assert len(came) == boxes
        for name in NAMES:
            in_a_row[name] = in_a_row[name] + 1 if name in came else 0
        assert max(in_a_row.values()) <= most
        for push in pushes:
            assert push.inward is not None
            assert not push.again or boxes == 1
            shift.push(push.table, push.inward.key)
        shift.wait(30)


@given(
    starts=st.lists(st.integers(0, 29), min_size=1, max_size=8),
    spare=st.integers(0, 8),
    most=st.integers(1, 4),
    late=st.lists(st.integers(0, 6), min_size=1, max_size=12),
)
@settings(max_examples=60, derandomize=True, deadline=None)
def test_whatever_the_shift_the_suggestion_is_fair(
    starts: list[int], spare: int, most: int, late: list[int]
):
    """Pushes at any time, some late: nobody in two boxes, the longest rested first, breaks kept while others are."""
    shift = Shift()
    shift.policy(most=most, remainder=20)
    shift.clock_in(*NAMES[: len(starts) + spare])
    for minute in range(180):
        for table, start in enumerate(starts):
            if start == minute:
                shift.open(f"T{table}")
        for push in shift.due:
            before = shift.now - push.due
            if push.inward is None or before < late[minute % len(late)] * MINUTE:
                continue
            push = next(one for one in shift.plan if one.table == push.table)
            if push.inward is None or shift.find(push.inward.key).table:
                continue
            _fair(shift, push)
            shift.push(push.table, push.inward.key)
        shift.wait(1)
        here = [box.dealer for box in shift.dealers.boxes if box.dealer]
        assert len(set(here)) == len(here)
        inward = [push.inward.key for push in shift.plan if push.inward]
        assert len(set(inward)) == len(inward)


def _fair(shift: Shift, push: Push) -> None:
    dealer = push.inward
    assert dealer is not None
    free = [other for other in shift.dealers.duty if other.is_free]
    fresh = [other for other in free if not owed(other, shift.dealers, shift.now)]
    taken = {p.inward.key for p in shift.plan if p.inward and p.table != push.table}
    left = [other for other in fresh if other.key not in taken]
    if push.tired:
        assert not left
    if push.again:
        assert all(other.last == push.table for other in left)
    rested = [other for other in left if other.last != push.table and other.at < dealer.at]
    assert not rested
