"""Migrations only expand: while an upgrade runs, processes of the earlier version use the new tables."""

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tests.support.fork_server import PROJECT

OURS = {path.parent.parent.name for path in PROJECT.glob("*/migrations/__init__.py")}
# A migration that drops what no version in use reads any more: its app and name, and the release that stopped using it.
# It comes at the earliest two releases later (docs/releasing.md).
CONTRACTING: dict[tuple[str, str], str] = {}
RELEASES_BETWEEN = 2
ENDLESS = 2**31  # characters
Field: TypeAlias = "models.Field[object, object]"
RELEASED = re.compile(r"^## (\d+\.\d+\.\d+)", re.MULTILINE)
DROPS = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)


def contractions(migration: migrations.Migration, state: ProjectState) -> Iterator[str]:
    """Yield what an earlier version can't use after a migration; apply it to the state before it."""
    for operation in _flat(migration.operations):
        if not migration.initial and (problem := _contraction(operation, migration, state)):
            yield problem
        operation.state_forwards(migration.app_label, state)


def _flat(operations: Iterable[Operation]) -> Iterator[Operation]:
    for operation in operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from _flat([*operation.database_operations, *operation.state_operations])
        else:
            yield operation


def _contraction(operation: Operation, migration: migrations.Migration, state: ProjectState) -> str:
    if isinstance(operation, DROPS):
        return f"{operation.describe()}: earlier code uses the name"
    if isinstance(operation, migrations.AddField) and not _can_be_left_out(operation.field):
        return f"{operation.describe()}: earlier code inserts rows without it; give it a db_default"
    if isinstance(operation, migrations.AlterField):
        before = state.models[migration.app_label, operation.model_name_lower].fields[
            operation.name
        ]
        return f"{operation.describe()}: earlier code stores more" * _is_stricter(
            before, operation.field
        )
    return ""


def _can_be_left_out(field: Field) -> bool:
    return bool(field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED)


def _is_stricter(before: Field, after: Field) -> bool:
    is_shorter = (after.max_length or ENDLESS) < (before.max_length or ENDLESS)
    is_unique = after.unique and not before.unique
    return bool((before.null and not after.null) or is_unique or is_shorter)


def test_no_migration_contracts_too_early() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    state = ProjectState()
    released = RELEASED.findall((PROJECT / "CHANGELOG.md").read_text())  # the newest first
    seen: set[tuple[str, str]] = set()
    for leaf in loader.graph.leaf_nodes():
        for key in loader.graph.forwards_plan(leaf):
            if key in seen:
                continue
            seen.add(key)
            problems = list(contractions(loader.graph.nodes[key], state))
            if key[0] not in OURS:
                continue
            if key in CONTRACTING:
                since = released.index(CONTRACTING[key])
                assert since >= RELEASES_BETWEEN, f"{key} comes too early"
            else:
                assert problems == [], f"{key}: see docs/upgrading.md"
    assert {app for app, _ in seen} >= OURS


class FirstMigration(migrations.Migration):
    initial = True
    operations = (
        migrations.CreateModel(
            "Chair",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("color", models.CharField(max_length=20, null=True)),
            ],
        ),
    )


@pytest.mark.parametrize(
    ("operation", "problem"),
    [
        (migrations.RemoveField("chair", "color"), "earlier code uses the name"),
        (migrations.RenameField("chair", "color", "paint"), "earlier code uses the name"),
        (migrations.DeleteModel("Chair"), "earlier code uses the name"),
        (migrations.RenameModel("Chair", "Seat"), "earlier code uses the name"),
        (migrations.AddField("chair", "legs", models.IntegerField(default=4)), "db_default"),
        (migrations.AddField("chair", "legs", models.IntegerField(db_default=4)), ""),
        (migrations.AddField("chair", "legs", models.IntegerField(null=True)), ""),
        (migrations.AlterField("chair", "color", models.CharField(max_length=20)), "stores more"),
        (
            migrations.AlterField("chair", "color", models.CharField(max_length=9, null=True)),
            "stores more",
        ),
        (migrations.AlterField("chair", "color", models.TextField(null=True)), ""),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else "",
)
def test_contraction_is_found(operation: Operation, problem: str) -> None:
    state = ProjectState()
    assert list(contractions(FirstMigration("0001_initial", "room"), state)) == []
    after = type("After", (migrations.Migration,), {"operations": [operation]})
    found = list(contractions(after("0002_after", "room"), state))
    assert problem in found[0] if problem else found == []
