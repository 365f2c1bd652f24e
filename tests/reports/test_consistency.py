"""Rulings on the same irregularity with different outcomes, and the deciding facts."""

from typing import Any

import pytest

from poker.irregularities.load import catalogue
from reports.consistency import (
    DECIDING,
    ListLimits,
    OutcomeGroup,
    consistency,
    deciding_facts,
    groups,
    sheet,
)
from reports.figures.ranges import of_day
from rulings.models import Ruling
from staff.models import Room
from tests.support.report_rows import create_table
from tests.support.room import create_staff
from tests.support.ruled_twice import AT, DAY, _create_ruling

ONE = OutcomeGroup("premature_turn", (("sa", True),), "back", "House rules, version 1", (1,))


def outcome_group(*pks: int, **fields: Any) -> OutcomeGroup:
    return ONE._replace(pks=pks, **fields)


def test_equal_rulings_form_no_group() -> None:
    assert groups([outcome_group(1, 2), outcome_group(3, book="House rules, version 2")]) == ()


def test_different_outcomes_under_one_version_are_reported() -> None:
    (group,) = groups(
        [
            outcome_group(2, outcome="stands"),
            outcome_group(1, 3),
            outcome_group(4, book="version 2"),
        ]
    )
    assert group.differs_within_version
    assert (group.n, group.counts) == (4, (("back", 3), ("stands", 1)))
    assert group.newest == ((4, 3, 1), (2,))
    assert group.facts_text == "sa: yes"


def test_rulings_with_different_facts_are_not_compared() -> None:
    assert (
        groups([outcome_group(1), outcome_group(2, outcome="stands", facts=(("sa", False),))]) == ()
    )


def test_different_rulebook_version_explains_a_difference() -> None:
    new = {"outcome": "stands", "book": "House rules, version 2"}
    (group,) = groups([outcome_group(1), outcome_group(2, **new)])
    assert not group.differs_within_version
    (group,) = groups(
        [outcome_group(1), outcome_group(2, **new), outcome_group(3, **new | {"outcome": "back"})]
    )
    assert group.differs_within_version


def test_differences_within_a_version_come_first_then_the_largest() -> None:
    versions = [
        outcome_group(n, key="a", outcome=str(n), book=f"House rules, version {n}")
        for n in range(9)
    ]
    small = [outcome_group(n, key="b", outcome=str(n)) for n in (1, 2)]
    large = [outcome_group(n, key="c", outcome=str(n)) for n in (1, 2, 3)]
    assert [group.key for group in groups([*versions, *small, *large])] == ["c", "b", "a"]


def test_seats_and_cards_are_not_deciding_facts() -> None:
    facts_catalog = catalogue()
    for key, row in facts_catalog.rows.items():
        names = {name for rule in row.rule for name in rule.condition}
        decisive_facts = deciding_facts(
            key, dict.fromkeys((*facts_catalog.facts, "never_asked"), True)
        )
        assert {name for name, _ in decisive_facts} <= names
        assert all(facts_catalog.facts[name].type in DECIDING for name, _ in decisive_facts)
    assert deciding_facts("of_no_catalogue", {"sa": True}) == ()


@pytest.mark.django_db
def test_report_reads_final_rulings_and_corrections() -> None:
    room = Room.objects.create(name="Rows")
    table = create_table(room, "T1")
    oak = create_staff("supervisor", alias="Oak", badge="201")
    first = _create_ruling(table, oak, 1)
    _create_ruling(
        table, oak, 2, outcome="", result="It stands.", decision="overridden", reason="All agreed"
    )
    assert consistency(of_day(room, DAY, shift="day")).groups == ()
    Ruling.objects.create(
        number="F-3",
        kind="appeal",
        room=room,
        table=table,
        about=first,
        hand=1,
        key="premature_turn",
        decision="overridden",
        result="Upheld.",
        reason="Looked at again",
        by=oak,
        at=AT,
        day=DAY,
    )
    differs = consistency(of_day(room, DAY, shift="swing"))
    (group,) = differs.groups
    assert [ruling_row.number for ruling_row in group.rulings] == ["F-1", "F-2"]
    assert group.outcomes == (("It stands.", 1), ("The turn goes back.", 1))
    assert [follow_up.result for follow_up in group.rulings[0].records] == ["Upheld."]
    rows = sheet(differs).rows
    assert rows[0][-1] == "Appeal F-3: Upheld."
    assert rows[1][10] == "All agreed"


@pytest.mark.django_db
def test_newest_rulings_of_each_outcome_are_listed_and_all_are_counted() -> None:
    room = Room.objects.create(name="Rows")
    table = create_table(room, "T1")
    oak = create_staff("supervisor", alias="Oak", badge="201")
    for number in range(1, 5):
        _create_ruling(table, oak, number)
    _create_ruling(table, oak, 5, outcome="stands", result="It stands.")
    small_report = consistency(of_day(room, DAY), ListLimits(groups=1, per_outcome=2))
    (group,) = small_report.groups
    assert (group.n, group.outcomes) == (5, (("The turn goes back.", 4), ("It stands.", 1)))
    assert [ruling_row.number for ruling_row in group.rulings] == ["F-3", "F-4", "F-5"]
    assert "Newest 2" in sheet(small_report).note
    empty_report = consistency(of_day(room, DAY), ListLimits(groups=0, per_outcome=2))
    assert (empty_report.groups, empty_report.unlisted) == ((), 1)
    assert "1 more group not shown;" in sheet(empty_report).note
