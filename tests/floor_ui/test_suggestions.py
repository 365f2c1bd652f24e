"""What is suggested for the next two hours, as data: tables to open, dealers to rest or to call in."""

import pytest

from floor_ui.forecast.room_now import ClosedTable, GameNow
from floor_ui.forecast.suggestions import ComingHalfHour, suggestions
from lineup.rules.state import MINUTE, DealerBox, Lineup, OnDutyDealer

NOW = 200 * MINUTE
NL = "No-limit hold'em 1/3"


def game(
    waiting: int, *, tables: int = 2, taken: int = 18, closed: tuple[ClosedTable, ...] = ()
) -> GameNow:
    return GameNow(
        key="nl",
        title=NL,
        open_tables=tables,
        seats=9 * tables,
        taken=taken,
        waiting=waiting,
        lost={},
        closed_tables=closed,
        present=tuple(range(1, waiting + 1)),
    )


def coming(*tables: int) -> list[ComingHalfHour]:
    times = ("20:00", "20:30", "21:00", "21:30")
    return [
        ComingHalfHour(at=times[i], until=times[i + 1], tables={"nl": count})
        for i, count in enumerate(tables)
    ]


T14 = (ClosedTable(name="T14", seats=9), ClosedTable(name="T15", seats=9))


@pytest.mark.parametrize(
    ("games", "half_hours", "text", "act"),
    [
        (game(3, closed=T14), [], None, ""),  # too few wait
        (game(0, tables=0, taken=0), [], None, ""),
        (
            game(9, closed=T14),
            [],
            f"Open a table of {NL}: 9 wait, 4 tables needed, 2 open, T14 is free."
            " The first 9 get seats by a draw.",
            "open",
        ),
        (
            game(5, tables=3, closed=T14),
            coming(3, 4),
            f"Open a table of {NL} by 20:30: 5 wait, 4 tables needed, 3 open, T14 is free."
            " The first 5 get seats by a draw.",
            "open",
        ),
        (
            game(9, tables=0, taken=0),
            [],
            f"Open a table of {NL}: 9 wait, 2 tables needed, none is open,"
            " no closed table has its plaque.",
            "",
        ),
    ],
)
def test_a_table_to_open(
    games: GameNow, half_hours: list[ComingHalfHour], text: str | None, act: str
) -> None:
    found = suggestions([games], half_hours, Lineup(), NOW)
    opens = [item for item in found if item.key == "open:nl"]
    assert [(item.text, item.act) for item in opens] == ([(text, act)] if text else [])


def lineup(free: int, *, boxes: int = 2) -> Lineup:
    """Return a lineup with so many available dealers, the first of whom has dealt most."""
    dealing = [
        OnDutyDealer(f"staff.{i}", f"Box {i}", 0, NOW - 5 * MINUTE, table=f"T{i}")
        for i in range(1, boxes + 1)
    ]
    others = [
        OnDutyDealer(f"staff.{i}", f"Free {i}", i, NOW - 40 * MINUTE, downs=max(0, 13 - i))
        for i in range(11, 11 + free)
    ]
    return Lineup(
        duty=(*dealing, *others),
        boxes=tuple(DealerBox(one.table, NOW - 5 * MINUTE, one.key) for one in dealing),
    )


def test_dealers_rest_only_as_far_as_they_are_not_needed() -> None:
    # Two tables need three dealers with breaks; five are on duty.
    found = suggestions([game(0)], coming(2, 2), lineup(3), NOW)
    assert [item.text for item in found] == [
        "Send Free 11 on break: 5 dealers on duty, 3 needed until 21:00 with breaks.",
        "Send Free 12 on break: 5 dealers on duty, 3 needed until 21:00 with breaks.",
    ]
    assert [(item.act, item.subject) for item in found] == [
        ("begin_break", "staff.11"),
        ("begin_break", "staff.12"),
    ]
    assert suggestions([game(0)], coming(3, 4), lineup(3), NOW)[0].key == "call_in"
    assert suggestions([game(0)], [], lineup(3), NOW) == [], "nothing without a forecast"


def test_missing_dealers_are_told() -> None:
    [item] = suggestions([game(0)], coming(2, 4), lineup(1), NOW)
    assert item.text == "Call in 3 more dealers: 3 on duty, 6 needed until 21:00 with breaks."
    assert item.act == ""
