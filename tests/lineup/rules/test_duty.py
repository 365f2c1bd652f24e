"""Hours, breaks and times in a box, read from the events of a lineup."""

from lineup.rules import events as e
from lineup.rules.duty import Span, duty_record

MINUTE = 60_000


def at(minutes: int) -> int:
    return minutes * MINUTE


def read(*events: e.LineupEvent, end: int = 1000) -> dict[str, list[Span]]:
    record = duty_record(events, at(end))
    return {"duty": record.duty, "breaks": record.breaks, "boxes": record.boxes}


def on_duty(key: str, minutes: int, rotates: bool = True) -> e.LineupEvent:
    return e.ClockedIn(key, key, at(minutes), rotates)


def test_duty_is_from_clock_in_to_clock_out() -> None:
    record = read(on_duty("a", 10), e.ClockedOut("a", at(70)))
    assert record["duty"] == [Span("a", at(10), at(70))]


def test_dealer_still_on_duty_counts_until_the_end() -> None:
    assert read(on_duty("a", 10), end=40)["duty"] == [Span("a", at(10), at(40))]


def test_break_ends_with_the_return_or_the_next_box() -> None:
    record = read(
        on_duty("a", 0),
        e.BreakBegan("a", at(30), at(60)),
        e.RejoinedRotation("a", at(55), rested=False),
        e.BreakBegan("a", at(90), at(120)),
        e.BoxTaken("T1", "a", at(110)),
        e.ClockedOut("a", at(130)),
    )
    assert record["breaks"] == [Span("a", at(30), at(55)), Span("a", at(90), at(110))]


def test_time_in_a_box_ends_with_the_next_push_or_the_closing() -> None:
    record = read(
        on_duty("a", 0),
        on_duty("b", 0),
        e.BoxTaken("T1", "a", at(10)),
        e.BoxTaken("T1", "b", at(40)),
        e.BoxClosed("T1", at(60)),
    )
    assert record["boxes"] == [Span("a", at(10), at(40), "T1"), Span("b", at(40), at(60), "T1")]


def test_dealer_is_in_one_box_at_a_time() -> None:
    record = read(
        on_duty("a", 0), e.BoxTaken("T1", "a", at(10)), e.BoxTaken("T2", "a", at(40)), end=50
    )
    assert record["boxes"] == [Span("a", at(10), at(40), "T1"), Span("a", at(40), at(50), "T2")]


def test_undone_push_gives_the_time_back_to_the_dealer_before() -> None:
    record = read(
        on_duty("a", 0),
        on_duty("b", 0),
        e.BoxTaken("T1", "a", at(10)),
        e.BoxTaken("T1", "b", at(40)),
        e.BoxTaken("T1", "a", at(10)),
        e.BoxClosed("T1", at(60)),
    )
    assert record["boxes"] == [Span("a", at(10), at(60), "T1")]


def test_supervisor_who_fills_a_box_has_no_hours() -> None:
    record = read(
        on_duty("s", 0, rotates=False), e.BoxTaken("T1", "s", at(10)), e.BoxEmptied("T1", at(20))
    )
    assert record == {"duty": [], "breaks": [], "boxes": []}


def test_renamed_table_keeps_its_dealer() -> None:
    record = read(
        on_duty("a", 0),
        e.BoxTaken("T1", "a", at(10)),
        e.TableRenamed("T1", "Table 1"),
        e.BoxClosed("Table 1", at(30)),
    )
    assert record["boxes"] == [Span("a", at(10), at(30), "Table 1")]


def test_time_is_cut_to_a_period() -> None:
    span = Span("a", 10, 30)
    assert span.cut(20, 40) == Span("a", 20, 30)
    assert span.cut(30, 40) is None
