"""Laws of tokes: splits add up to the cent under corrections, and no one gets a share without hours or downs."""

import itertools
from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roster.rules.toke_payroll import DealerWork, PaidLine, hours_by_kind, payroll_rows
from roster.rules.toke_shares import difference, shares, total_of
from roster.rules.toke_state import (
    BoxTotal,
    OtherShare,
    Split,
    SplitChain,
    SplitLine,
    Weight,
)

DEALERS = tuple(f"staff.{number}" for number in range(1, 8))
amounts = st.integers(0, 1_000_000)
weights = st.lists(
    st.builds(Weight, st.sampled_from(DEALERS), st.integers(0, 900)),
    min_size=1,
    max_size=7,
    unique_by=lambda weight: weight.key,
).filter(lambda rows: any(row.value for row in rows))
groups = st.lists(
    st.builds(
        OtherShare,
        st.sampled_from(["runners", "floor", "cage"]),
        st.just("Group"),
        st.integers(1, 30),
    ),
    max_size=3,
    unique_by=lambda group: group.key,
)


@st.composite
def box_lists(draw: st.DrawFn) -> list[BoxTotal]:
    """Return one to five boxes: of tables, of the pool, and dealers' own."""
    boxes = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        source = draw(st.sampled_from(["table", "pool", "dealer"]))
        ref = draw(st.sampled_from(DEALERS)) if source == "dealer" else "T1"
        boxes.append(BoxTotal(number, source, ref, draw(amounts)))  # type: ignore[arg-type]
    return boxes


def by_person(lines: list[SplitLine]) -> dict[tuple[str, str], int]:
    sums: dict[tuple[str, str], int] = defaultdict(int)
    for line in lines:
        sums[line.key, line.kind] += line.amount
    return {who: amount for who, amount in sums.items() if amount}


@given(box_lists(), groups, weights)
def test_shares_add_up_and_need_hours(
    boxes: list[BoxTotal], others: list[OtherShare], rows: list[Weight]
) -> None:
    lines = shares(boxes, others=others, weights=rows)
    assert total_of(lines) == sum(box.total for box in boxes)
    worked = {row.key for row in rows if row.value}
    assert {line.key for line in lines if line.kind == "pool"} == worked
    assert all(line.amount >= 0 for line in lines)


@given(box_lists(), weights)
def test_more_hours_never_get_less(boxes: list[BoxTotal], rows: list[Weight]) -> None:
    pooled = [line for line in shares(boxes, weights=rows) if line.kind == "pool"]
    ordered = sorted(pooled, key=lambda line: line.weight)
    for less, more in itertools.pairwise(ordered):
        assert less.amount <= more.amount or less.weight == more.weight


@given(box_lists(), groups, weights, st.lists(st.tuples(st.integers(1, 5), amounts), max_size=6))
def test_corrections_end_at_the_right_split(
    boxes: list[BoxTotal],
    others: list[OtherShare],
    rows: list[Weight],
    corrections: list[tuple[int, int]],
) -> None:
    """Each following split is the difference; together they give what the right count would have given."""
    first = shares(boxes, others=others, weights=rows)
    given_lines = [*first]
    for number, total in corrections:
        if number > len(boxes):
            continue
        chain = SplitChain(
            split=Split(1, "period", "2026-11-30", "2026-11-30", (1,), 0, "staff.9"),
            lines=first,
            given=tuple(given_lines),
            totals=tuple(boxes),
        )
        before = boxes[number - 1].total
        lines = difference(chain, number, total)
        assert total_of(lines) == total - before
        assert all(line.amount for line in lines)
        boxes = [replace(box, total=total) if box.number == number else box for box in boxes]
        given_lines += lines
    right = shares(boxes, others=others, weights=rows)
    assert by_person(given_lines) == by_person([*right])
    assert total_of(given_lines) == sum(box.total for box in boxes)


@given(
    st.dictionaries(
        st.sampled_from(["d1", "d2", "d3", "d4", "d5", "d6", "d7"]), st.integers(0, 900)
    ),
    st.sets(st.sampled_from(["d1", "d4", "d7"])),
    st.integers(0, 3000),
)
def test_hours_by_kind_add_up(
    minutes: dict[str, int], holidays: set[str], overtime_minutes: int
) -> None:
    week = [f"d{number}" for number in range(1, 8)]
    hours = hours_by_kind(minutes, [week], holidays, overtime_minutes)
    assert hours.regular + hours.overtime + hours.holiday == sum(minutes.values())
    assert hours.holiday == sum(minutes.get(day, 0) for day in holidays)
    assert hours.regular <= overtime_minutes


@given(
    st.dictionaries(st.sampled_from(DEALERS), st.integers(-5000, 0)),
    st.lists(st.tuples(st.sampled_from(DEALERS), st.integers(-3000, 3000)), max_size=10),
)
def test_payroll_never_pays_below_zero(
    carried: dict[str, int], paid: list[tuple[str, int]]
) -> None:
    """What isn't paid is carried: nothing is lost or paid twice."""
    lines = [
        PaidLine(SplitLine(key, "pool", amount, 1, 1, "minutes", amount), "correction")
        for key, amount in paid
    ]
    rows = payroll_rows(
        names={},
        work={DEALERS[0]: DealerWork()},
        lines=lines,
        carried=carried,
        weeks=[["d1"]],
        holidays=(),
        overtime_minutes=2400,
    )
    for row in rows:
        assert row.paid >= 0 >= row.left
        assert row.paid + row.left == row.tokes + row.carried
    total = sum(row.paid + row.left for row in rows)
    assert total == sum(carried.values()) + sum(amount for _, amount in paid)
