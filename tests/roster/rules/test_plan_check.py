"""The checker of plans, rule by rule, on shifts whose times are worked out by hand."""

from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from roster.rules.people import Person, Window
from roster.rules.plan_check import Broken, broken_rules
from roster.rules.week_state import Shift
from tests.support.roster_rules import WeekDriver

AVERY = "avery"
Hours = tuple[int, float, float]


def check(
    *shifts: Hours,
    around: tuple[Hours, ...] = (),
    person: dict[str, Any] | None = None,
    **rules: Any,
) -> list[Broken]:
    """Return what a dealer's shifts break: day of the week, first and last hour."""
    driver = WeekDriver(Person(AVERY, "Avery", **(person or {})), **rules)
    others = tuple(driver.shift(*hours, AVERY, -number) for number, hours in enumerate(around, 1))
    facts = replace(driver.facts, around=others)
    own = [driver.shift(*hours, AVERY, number) for number, hours in enumerate(shifts, 1)]
    return list(broken_rules(own, facts))


def rules_of(broken: list[Broken]) -> list[tuple[str, int]]:
    return [(item.rule, item.shift) for item in broken]


# Name, shifts, shifts of other weeks, the person, house rules, what is broken.
CASES: list[
    tuple[str, list[Hours], list[Hours], dict[str, Any], dict[str, Any], list[tuple[str, int]]]
]
CASES = [
    ("nothing", [], [], {}, {}, []),
    ("five days", [(day, 10, 18) for day in range(5)], [], {}, {}, []),
    ("two at once", [(0, 10, 18), (0, 17, 20)], [], {}, {"day_minutes": 1440}, [("overlap", 2)]),
    (
        "a short shift inside a long one, and rest after the long one",
        [(0, 10, 20), (0, 11, 12), (1, 5, 9)],
        [],
        {},
        {"day_minutes": 1440},
        [("overlap", 2), ("rest_minutes", 3)],
    ),
    ("end meets start", [(0, 8, 12), (0, 12, 16)], [], {}, {"rest_minutes": 0}, []),
    ("ten hours on a day", [(0, 10, 20)], [], {}, {}, []),
    ("ten and a half hours on a day", [(0, 10, 20.5)], [], {}, {}, [("day_minutes", 1)]),
    (
        "two halves of a day",
        [(0, 6, 11), (0, 18, 23.5)],
        [],
        {},
        {"rest_minutes": 0},
        [("day_minutes", 2)],
    ),
    (
        "the day of a night shift is that of its start",
        [(0, 18, 26), (1, 18, 26)],
        [],
        {},
        {"day_minutes": 480},
        [],
    ),
    (
        "forty hours are the most of a week",
        [(day, 10, 18) for day in range(6)],
        [],
        {"most": 10_000},
        {},
        [("week_minutes", 6)],
    ),
    ("the contract has less", [(0, 10, 18), (1, 10, 18)], [], {"most": 900}, {}, [("most", 2)]),
    ("ten hours of rest", [(0, 10, 18), (1, 4, 10)], [], {}, {}, []),
    ("a close and an open", [(0, 18, 26), (1, 11.5, 18)], [], {}, {}, [("rest_minutes", 2)]),
    ("rest from Sunday of last week", [(0, 8, 16)], [(-1, 18, 24)], {}, {}, [("rest_minutes", 1)]),
    ("rest until Monday of next week", [(6, 18, 26)], [(7, 8, 12)], {}, {}, [("rest_minutes", 1)]),
    ("only other weeks break a rule", [(2, 8, 16)], [(-2, 8, 16), (-2, 12, 20)], {}, {}, []),
    (
        "seven days in a row",
        [(day, 10, 15) for day in range(7)],
        [],
        {},
        {},
        [("days_in_row", 7)],
    ),
    (
        "a row that began last week",
        [(day, 10, 15) for day in range(3)],
        [(day, 10, 15) for day in range(-4, 0)],
        {},
        {},
        [("days_in_row", 3)],
    ),
    (
        "a day off ends the row",
        [(day, 10, 15) for day in (0, 1, 2, 4, 5, 6)],
        [(day, 10, 15) for day in (-2, -1)],
        {},
        {},
        [],
    ),
    ("in the window", [(1, 18, 26)], [], {"windows": (Window(1, 1080, 1560),)}, {}, []),
    (
        "too late for the window",
        [(1, 18, 26.5)],
        [],
        {"windows": (Window(1, 1080, 1560),)},
        {},
        [("availability", 1)],
    ),
    (
        "another weekday",
        [(2, 18, 26)],
        [],
        {"windows": (Window(1, 1080, 1560),)},
        {},
        [("availability", 1)],
    ),
    (
        "after midnight in the window of the day before",
        [(2, 0, 2)],
        [],
        {"windows": (Window(1, 1080, 1560),)},
        {},
        [],
    ),
    ("a day off", [(1, 10, 18)], [], {"off": ("2026-12-01",)}, {}, [("time_off", 1)]),
    ("a night into a day off", [(0, 18, 26)], [], {"off": ("2026-12-01",)}, {}, [("time_off", 1)]),
    ("until midnight before a day off", [(0, 16, 24)], [], {"off": ("2026-12-01",)}, {}, []),
]


@pytest.mark.parametrize(
    ("shifts", "around", "person", "rules", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_rule(
    shifts: list[Hours],
    around: list[Hours],
    person: dict[str, Any],
    rules: dict[str, Any],
    expected: list[tuple[str, int]],
) -> None:
    broken = check(*shifts, around=tuple(around), person=person, **rules)
    assert rules_of(broken) == expected


def test_values_and_limits() -> None:
    [broken] = check((0, 18, 26), (1, 11.5, 18))
    assert (broken.value, broken.limit, broken.day) == (570, 600, "2026-12-01")


def test_stranger_and_open_shift() -> None:
    driver = WeekDriver(Person(AVERY, "Avery"))
    open_shift = driver.shift(0, 10, 18)
    strange = driver.shift(0, 10, 18, "blair", 2)
    assert rules_of(list(broken_rules([open_shift, strange], driver.facts))) == [("not_in_crew", 2)]


# The clocks go forward on the first day and back on the second one, in each zone and year.
CHANGES = [
    ("America/Los_Angeles", date(2026, 3, 2), date(2026, 10, 26)),
    ("America/Los_Angeles", date(2027, 3, 8), date(2027, 11, 1)),
    ("America/New_York", date(2026, 3, 2), date(2026, 10, 26)),
    ("America/New_York", date(2027, 3, 8), date(2027, 11, 1)),
    ("Europe/Berlin", date(2026, 3, 23), date(2026, 10, 19)),
    ("Europe/Berlin", date(2027, 3, 22), date(2027, 10, 25)),
]


@pytest.mark.parametrize(("zone", "forward", "back"), CHANGES)
def test_night_of_a_clock_change(zone: str, forward: date, back: date) -> None:
    """Saturday 20:00 to Sunday 04:00: seven hours in spring, nine in autumn, in the same window of the clock."""
    window = Window(5, 20 * 60, 28 * 60)
    for monday, hours in ((forward, 7), (back, 9)):
        person = Person(AVERY, "Avery", windows=(window,))
        driver = WeekDriver(person, monday=monday, zone=zone, day_minutes=480)
        night: Shift = driver.shift(5, 20, 28, AVERY)
        assert night.minutes == hours * 60
        assert driver.week.half_hours == (334 if hours == 7 else 338)
        expected = [] if hours == 7 else [("day_minutes", 1)]
        assert rules_of(list(broken_rules([night], driver.facts))) == expected
