"""What a plan does not meet, each with its reason."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from roster.rules.greedy import Plan, greedy_plan
from roster.rules.options import plan_task
from roster.rules.people import Person, RosterRules, ShiftTemplate, Skill, Window, Wish
from roster.rules.week_state import NeedLine, PlanFacts, Unmet, Week
from tests.support.roster_rules import MONDAY, local_days, moment

TEMPLATES = (ShiftTemplate("day", "Day", 600, 480), ShiftTemplate("late", "Late", 1080, 480))


@dataclass
class Room:
    """People, rules and need: dealers by skill and hour of the week."""

    people: tuple[Person, ...]
    need: dict[Skill, dict[int, int]]
    rules: dict[str, Any] = field(default_factory=dict)

    def plan(self) -> Plan:
        start = moment(0, 0)
        lines = tuple(
            NeedLine(skill, tuple(hours.get(half_hour // 2, 0) for half_hour in range(336)))
            for skill, hours in self.need.items()
        )
        week = Week(monday=MONDAY.isoformat(), start=start, end=moment(7, 0), need=lines)
        facts = PlanFacts(
            rules=RosterRules(**self.rules),
            people=self.people,
            templates=TEMPLATES,
            **local_days(),
        )
        return greedy_plan(plan_task(week, facts, start - 1))


def hours(day: int, first: int, last: int, dealers: int = 1) -> dict[int, int]:
    return {24 * day + hour: dealers for hour in range(first, last)}


def dealer(key: str = "avery", **values: Any) -> Person:
    return Person(key, key.title(), **values)


def unmet_need(plan: Plan) -> list[tuple[str, str, int]]:
    return [(item.reason, item.skill, item.missing) for item in plan.unmet if item.kind == "need"]


CASES: list[tuple[str, Room, list[tuple[str, str, int]]]] = [
    ("covered", Room((dealer(),), {"flop": hours(0, 10, 18)}), []),
    (
        "no template at six in the morning",
        Room((dealer(),), {"flop": hours(0, 6, 8)}),
        [("no_template", "", 1)],
    ),
    (
        "more than the crew has",
        Room((dealer(),), {"flop": hours(0, 10, 18, 3)}),
        [("too_few", "", 2)],
    ),
    (
        "no one deals stud",
        Room((dealer(), dealer("blair")), {"stud": hours(0, 10, 18)}),
        [("no_skill", "stud", 1)],
    ),
    (
        "no one is available on Mondays",
        Room((dealer(windows=(Window(1, 0, 1440),)),), {"flop": hours(0, 10, 18)}),
        [("not_available", "", 1)],
    ),
]


@pytest.mark.parametrize(
    ("room", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_reason(room: Room, expected: list[tuple[str, str, int]]) -> None:
    assert unmet_need(room.plan()) == expected


def test_rest_of_two_days_leaves_need_open_with_the_rules_as_reason() -> None:
    need = {hour: 1 for day in range(7) for hour in hours(day, 10, 18)}
    room = Room((dealer(),), {"flop": need}, {"rest_minutes": 2880})
    plan = room.plan()
    assert len(plan.shifts) == 3
    assert {item[0] for item in unmet_need(plan)} == {"rules"}
    assert len(unmet_need(plan)) == 4


def test_least_hours_wishes_and_bids_have_their_reasons() -> None:
    avery = dealer(least=2400, windows=(Window(0, 0, 1440),), wishes=(Wish(0, likes=False),))
    blair = dealer("blair", least=960, most=960, bid=("late", "day"))
    plan = Room((avery, blair), {"flop": hours(0, 10, 18, 2) | hours(2, 10, 18)}).plan()
    unmet = {(item.kind, item.dealer): item for item in plan.unmet}
    assert unmet["least_hours", "avery"].reason == "not_available"
    assert unmet["least_hours", "avery"].missing == 2400 - 480
    assert unmet["wish", "avery"].start == moment(0, 0)
    assert unmet["bid", "blair"] == Unmet("bid", "other_need", "blair")
    assert ("least_hours", "blair") not in unmet
