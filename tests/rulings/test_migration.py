"""Rooms from before there were versions: their house rules become version 1."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from rulings.models import Book, Version
from tables.effective_rules import rules_of_room
from tables.models import RulesFrom

OLD = ("tables", "0003_games")


def migrate(to: list[tuple[str, str | None]] | None = None) -> MigrationExecutor:
    """Migrate to these migrations, or to the newest."""
    executor = MigrationExecutor(connection)
    executor.migrate(to or list(executor.loader.graph.leaf_nodes()))
    executor.loader.build_graph()
    return executor


@pytest.mark.once  # a minute of migrations forward and back that only change rows of text
@pytest.mark.django_db(transaction=True)
def test_the_field_of_a_room_becomes_version_1() -> None:
    old = migrate([OLD, ("rulings", None)]).loader.project_state(OLD).apps
    try:
        room = old.get_model("tables", "Room").objects
        data = {"version": 7, "limit_reopen": "half", "any_amount": True}
        half = room.create(name="Half", house_rules=data)
        plain_room = room.create(name="Plain", house_rules={})
    finally:
        migrate()
    settings = {"limit_reopen": "half", "any_amount": True}
    first = Version.objects.get(book__room=half.pk)
    assert (first.number, first.settings) == (1, settings)
    assert first.reason == "As set before there were versions."
    assert Version.objects.get(book__room=plain_room.pk).settings == {}
    assert Book.objects.get(room=half.pk).name == "Half"
    row = RulesFrom.objects.get(room=half.pk)
    assert row.effective_from == first.effective_from
    rules = rules_of_room(room_id=half.pk, now=row.effective_from)
    assert (rules.version, rules.book, rules.limit_reopen) == (1, "", "half")
