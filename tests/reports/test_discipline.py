"""Players who are near the next step of the ladder."""

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

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)
STEPS = (
    LadderStep("warning"),
    LadderStep("warning"),
    LadderStep("suspension", 24),
    LadderStep("suspension", 168),
    LadderStep("bar"),
)


def create_player(alias: str, *kinds: str, is_over: bool = False) -> Player:
    """Create a player with these sanctions from an hour ago; a suspension lasts a day, or is over."""
    player = Player.objects.create(alias=alias)
    for kind in kinds:
        until = NOW + timedelta(hours=-1 if is_over else 24) if kind == "suspension" else None
        at = NOW - timedelta(hours=2)
        sanction_give(player=player, kind=kind, until=until, reason="So.", by="staff.2", now=at)
    return player


def test_players_near_suspension_come_first() -> None:
    create_player("Kettle", "warning")
    create_player("Lantern", "warning", "warning")
    create_player("Anvil", "suspension", is_over=True)
    create_player("Bucket", "suspension")
    create_player("Spade", "bar")
    create_player("Nobody")
    report = discipline(NOW, STEPS)
    assert [discipline_row.alias for discipline_row in report.near] == [
        "Anvil",
        "Bucket",
        "Lantern",
    ]
    assert [
        discipline_row.next_step.sentence
        for discipline_row in report.near
        if discipline_row.next_step
    ] == [
        "Suspension for 7 days",
        "Suspension for 7 days",
        "Suspension for 24 hours",
    ]
    assert [discipline_row.alias for discipline_row in report.others] == ["Kettle"]
    assert [discipline_row.alias for discipline_row in report.suspended] == ["Bucket"]
    assert [discipline_row.alias for discipline_row in report.barred] == ["Spade"]
    rows = sheet(report).rows
    assert [row[0] for row in rows] == ["Spade", "Anvil", "Bucket", "Lantern", "Kettle"]
    assert rows[0][-1] == "Barred"
    assert rows[3][1] == "2 warnings"
    assert rows[2][4] == NOW + timedelta(hours=24)


def test_lifted_sanctions_are_ignored_and_merged_players_count_as_one() -> None:
    lifted = create_player("Kettle", "warning")
    sanction_lift(sanction=lifted.sanctions.get(), reason="Mistake.", by="staff.3", now=NOW)
    first_player = create_player("Lantern", "warning")
    second_player = create_player("Lamp", "warning")
    Player.objects.filter(pk=second_player.pk).update(merged_into=first_player)
    assert standings(NOW) == {first_player.pk: Standing(warnings=2)}
    assert standings(NOW)[first_player.pk] == standing(first_player, NOW)
    report = discipline(NOW, STEPS)
    assert [(near_player.alias, near_player.sanctions_text) for near_player in report.near] == [
        ("Lantern", "2 warnings")
    ]
    assert report.others == ()


def test_number_of_queries_is_independent_of_the_players(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    create_player("Kettle", "warning")
    with CaptureQueriesContext(connection) as queries:
        discipline(NOW)
    for number in range(20):
        create_player(f"Lantern {number}", "warning")
    with django_assert_num_queries(len(queries)):
        report = discipline(NOW)
    assert len(report.others) + len(report.near) == 21
