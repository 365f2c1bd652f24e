"""Whether the tables in the database match this code: neither older nor newer."""

from functools import cache
from typing import NamedTuple

from django.apps import apps
from django.db import connections
from django.db.migrations import Migration as DjangoMigration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from web.shell_commands import migrate

Migration = tuple[str, str]  # app label and name


class SchemaState(NamedTuple):
    """The migrations of the code's apps that are applied, that are missing, and that only a newer version has."""

    applied: list[Migration]
    missing: list[Migration]
    newer: list[Migration]


def schema_state(database: str = "default") -> SchemaState:
    """Compare a database with the code. Raises `DatabaseError` if it can't be read."""
    labels = {config.label for config in apps.get_app_configs()}
    recorder = MigrationRecorder(connections[database])
    applied_migrations = {key for key in recorder.applied_migrations() if key[0] in labels}
    code_migrations = own_migrations()
    newer = applied_migrations - code_migrations
    return SchemaState(
        sorted(applied_migrations & code_migrations),
        sorted(code_migrations - applied_migrations),
        sorted(newer),
    )


def schema_problem(database: str = "default") -> str:
    """Return why this code can't run on a database, and what to do; "" if it can."""
    state = schema_state(database)
    if state.newer:
        return (
            f"The database is newer than this version of Floorbook: it has {_listed(state.newer)}. "
            "Start the version that migrated it, or restore the backup from before the upgrade."
        )
    if state.missing:
        return (
            "The database is older than this version of Floorbook: "
            f"run {migrate()} first ({_listed(state.missing)})."
        )
    return ""


def own_migrations() -> frozenset[Migration]:
    """Return the migrations of the code."""
    return frozenset(_on_disk())


@cache
def _on_disk() -> dict[Migration, DjangoMigration]:
    """Return the migrations of the code by their keys; they don't change while a process runs."""
    return MigrationLoader(None, ignore_no_migrations=True).disk_migrations


def _listed(migrations: list[Migration]) -> str:
    names = ", ".join(".".join(migration) for migration in migrations[:3])
    further = len(migrations) - 3
    return f"{names} and {further} more" if further > 0 else names
