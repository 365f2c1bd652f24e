"""The line-up: pushes in order, breaks owed, nobody at the same table twice in a row."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.lineup import Box, On, Policy, breaks_owed, due_at, next_in, suggest

NOW = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)


def ago(minutes: int) -> datetime:
    return NOW - timedelta(minutes=minutes)


def on(name: str, minutes: int = 0, last: str = "", downs: int = 0) -> On:
    return On(name.lower(), name, ago(minutes), last, downs)


def said(boxes: list[Box], free: list[On]) -> list[tuple[str, str]]:
    return [
        (push.table, push.inward.name if push.inward else "")
        for push in suggest(boxes, free, now=NOW)
    ]


def test_nothing_is_due_before_the_down_is_over():
    assert said([Box("T1", on("Teal"), ago(29))], [on("Gannet", 10)]) == []
    assert said([Box("T1", on("Teal"), ago(30))], [on("Gannet", 10)]) == [("T1", "Gannet")]


def test_the_longest_due_gets_the_longest_rested():
    boxes = [Box("T1", on("Teal"), ago(31)), Box("T2", on("Rook"), ago(34))]
    free = [on("Gannet", 5), on("Puffin", 12)]
    assert said(boxes, free) == [("T2", "Puffin"), ("T1", "Gannet")]


def test_nobody_comes_back_to_the_table_he_just_dealt():
    boxes = [Box("T1", on("Teal"), ago(31)), Box("T2", on("Rook"), ago(30))]
    free = [on("Puffin", 12, last="T1"), on("Gannet", 5, last="T2")]
    assert said(boxes, free) == [("T1", "Gannet"), ("T2", "Puffin")]


def test_for_want_of_others_he_does_and_it_is_said():
    (push,) = suggest([Box("T1", on("Teal"), ago(31))], [on("Puffin", 12, last="T1")], now=NOW)
    assert push.inward is not None
    assert push.again


def test_an_empty_box_is_due_at_once():
    box = Box("T3", None, ago(1))
    assert due_at(box, Policy()) == ago(1)
    assert said([box], [on("Gannet", 5)]) == [("T3", "Gannet")]


def test_short_of_dealers_the_pushed_go_on_to_the_next_box():
    boxes = [Box("T1", on("Teal"), ago(33)), Box("T2", on("Rook"), ago(31))]
    assert said(boxes, [on("Gannet", 5)]) == [("T1", "Gannet"), ("T2", "Teal")]


def test_a_break_that_is_owed_is_taken():
    boxes = [Box("T1", on("Teal", downs=2), ago(33)), Box("T2", on("Rook"), ago(31))]
    pushes = suggest(boxes, [on("Gannet", 5)], now=NOW)
    assert [push.breaks for push in pushes] == [True, False]
    assert pushes[1].inward is None


def test_without_anybody_the_push_waits_and_nobody_is_sent_away():
    (push,) = suggest([Box("T1", on("Teal"), ago(50))], [], now=NOW)
    assert push.inward is None


def test_who_is_next_and_who_is_owed_a_break():
    assert next_in([on("Gannet", 5), on("Puffin", 12)]) == on("Puffin", 12)
    assert next_in([]) is None
    tired = on("Teal", downs=3)
    assert breaks_owed([Box("T1", tired, ago(3)), Box("T2", on("Rook"), ago(3))]) == (tired,)


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 3)), max_size=12),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 12)), max_size=12),
)
@settings(max_examples=200, derandomize=True, deadline=None)
def test_nobody_is_in_two_boxes_and_everybody_comes_from_somewhere(
    dealing: list[tuple[int, int]], resting: list[tuple[int, int]]
):
    boxes = [
        Box(f"T{i}", on(f"D{i}", downs=downs), ago(since))
        for i, (since, downs) in enumerate(dealing)
    ]
    free = [on(f"F{i}", rest, last=f"T{table}") for i, (rest, table) in enumerate(resting)]
    pushes = suggest(boxes, free, now=NOW)
    inward = [push.inward.key for push in pushes if push.inward]
    assert len(set(inward)) == len(inward)
    out = {push.out.key for push in pushes if push.out and push.inward and not push.breaks}
    assert set(inward) <= {one.key for one in free} | out
    assert all(push.due <= NOW for push in pushes)
