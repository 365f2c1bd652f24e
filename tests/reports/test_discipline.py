"""Who stands near the next step of the ladder."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Player
from players.sanctions import sanction_give, sanction_lift
from players.standing import Standing, standing, standings
from reports.discipline import discipline, sheet
from rulings.incidents.ladder import LadderStep

pytestmark = [pytest.mark.db, pytest.mark.django_db]
NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)
STEPS = (
    LadderStep("warning"),
    LadderStep("warning"),
    LadderStep("suspension", 24),
    LadderStep("suspension", 168),
    LadderStep("bar"),
)


def player(alias: str, *kinds: str, over: bool = False) -> Player:
    """Somebody who was given these, an hour ago; a suspension for a day, or over by now."""
    player = Player.objects.create(alias=alias)
    for kind in kinds:
        until = NOW + timedelta(hours=-1 if over else 24) if kind == "suspension" else None
        at = NOW - timedelta(hours=2)
        sanction_give(player=player, kind=kind, until=until, reason="So.", by="staff.2", now=at)
    return player


def test_who_would_be_kept_out_next_comes_first() -> None:
    player("Kettle", "warning")
    player("Lantern", "warning", "warning")
    player("Anvil", "suspension", over=True)
    player("Bucket", "suspension")
    player("Spade", "bar")
    player("Nobody")
    found = discipline(NOW, STEPS)
    assert [discipline_row.alias for discipline_row in found.near] == ["Anvil", "Bucket", "Lantern"]
    assert [
        discipline_row.next_step.sentence
        for discipline_row in found.near
        if discipline_row.next_step
    ] == [
        "Suspension for 7 days",
        "Suspension for 7 days",
        "Suspension for 24 hours",
    ]
    assert [discipline_row.alias for discipline_row in found.others] == ["Kettle"]
    assert [discipline_row.alias for discipline_row in found.suspended] == ["Bucket"]
    assert [discipline_row.alias for discipline_row in found.barred] == ["Spade"]
    rows = sheet(found).rows
    assert [row[0] for row in rows] == ["Spade", "Anvil", "Bucket", "Lantern", "Kettle"]
    assert rows[0][-1] == "Barred"
    assert rows[3][1] == "2 warnings"
    assert rows[2][4] == NOW + timedelta(hours=24)


def test_what_was_lifted_is_nothing_and_who_was_merged_is_one() -> None:
    lifted = player("Kettle", "warning")
    sanction_lift(sanction=lifted.sanctions.get(), reason="Mistake.", by="staff.3", now=NOW)
    one, other = player("Lantern", "warning"), player("Lamp", "warning")
    Player.objects.filter(pk=other.pk).update(merged_into=one)
    assert standings(NOW) == {one.pk: Standing(warnings=2)}
    assert standings(NOW)[one.pk] == standing(one, NOW)
    found = discipline(NOW, STEPS)
    assert [(near.alias, near.sanctions_text) for near in found.near] == [("Lantern", "2 warnings")]
    assert found.others == ()


def test_many_are_asked_of_in_as_many_questions_as_one(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    player("Kettle", "warning")
    with CaptureQueriesContext(connection) as queries:
        discipline(NOW)
    for number in range(20):
        player(f"Lantern {number}", "warning")
    with django_assert_num_queries(len(queries)):
        found = discipline(NOW)
    assert len(found.others) + len(found.near) == 21
