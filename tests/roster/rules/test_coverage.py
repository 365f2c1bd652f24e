"""Coverage by Hall's condition: a dealer serves one line at a time."""

from itertools import product
from random import Random

import pytest

from roster.rules.coverage import coverage, covered_half_hours, shortage
from roster.rules.people import SKILLS, Person, Skill
from roster.rules.week_commands import SetNeed
from roster.rules.week_state import NeedLine
from tests.support.roster_rules import WeekDriver

FLOP: tuple[Skill, ...] = ("flop",)
STUD: tuple[Skill, ...] = ("stud",)
BOTH: tuple[Skill, ...] = ("flop", "stud")

# Need, skills of those on duty, how many are missing.
CASES: list[tuple[dict[Skill, int], list[tuple[Skill, ...]], int]] = [
    ({}, [], 0),
    ({"flop": 1}, [], 1),
    ({"flop": 1}, [STUD], 1),
    ({"flop": 1, "stud": 1}, [BOTH], 1),
    ({"flop": 1, "stud": 1}, [BOTH, FLOP], 0),
    ({"flop": 1, "stud": 1}, [FLOP, FLOP], 1),
    ({"flop": 2, "stud": 1}, [FLOP, STUD, STUD], 1),
    ({"flop": 2}, [FLOP, FLOP, FLOP], 0),
    ({"flop": 1}, [()], 1),
]


@pytest.mark.parametrize(("need", "duty", "missing"), CASES)
def test_shortage(need: dict[Skill, int], duty: list[tuple[Skill, ...]], missing: int) -> None:
    assert shortage(need, duty) == missing


def served(need: dict[Skill, int], duty: list[tuple[Skill, ...]]) -> int:
    """Return the most lines that the dealers can serve, by trying everything."""
    choices = [(*skills, None) for skills in duty]
    best = 0
    for choice in product(*choices):
        best = max(best, sum(min(need.get(skill, 0), choice.count(skill)) for skill in SKILLS))
    return best


def test_shortage_is_what_no_assignment_can_serve() -> None:
    random = Random(3)
    for _ in range(200):
        need: dict[Skill, int] = {skill: random.randint(0, 2) for skill in SKILLS}
        duty = [
            tuple(skill for skill in SKILLS if random.random() < 0.5)
            for _ in range(random.randint(0, 4))
        ]
        assert shortage(need, duty) == sum(need.values()) - served(need, duty)


def test_only_whole_half_hours_of_the_week_count() -> None:
    driver = WeekDriver(Person("avery", "Avery"))
    start, half_hours = driver.week.start, driver.week.half_hours
    assert covered_half_hours(driver.shift(0, 0.25, 1.75), start, half_hours) == range(1, 3)
    assert covered_half_hours(driver.shift(-1, 22, 25), start, half_hours) == range(0, 2)
    assert covered_half_hours(driver.shift(6, 23, 26), start, half_hours) == range(334, 336)
    assert not covered_half_hours(driver.shift(0, 0.25, 0.75), start, half_hours)


def test_night_shift_of_last_week_covers_monday() -> None:
    driver = WeekDriver(Person("avery", "Avery"))
    week = driver.week
    need = NeedLine("flop", (1,) * 4 + (0,) * (week.half_hours - 4))
    driver.run(SetNeed((need,)))
    result = coverage(driver.week, [driver.shift(-1, 20, 25, "avery", -1)], driver.facts.people)
    assert (result.needed[:4], result.missing[:4]) == ((1, 1, 1, 1), (0, 0, 1, 1))
    assert (result.needed_half_hours, result.covered_half_hours) == (4, 2)
