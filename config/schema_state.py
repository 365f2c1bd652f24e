"""Whether the database has the version of this code: neither migrations to apply nor ones from a newer version."""

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from config.earlier_schema import MESSAGE, is_earlier_schema


def schema_problem(database: str = "default") -> str:
    """Return why this code can't run on a database, and what to do; "" if it can."""
    if is_earlier_schema(database):
        return MESSAGE
    executor = MigrationExecutor(connections[database])
    loader = executor.loader
    newer = [
        f"{app}.{name}"
        for app, name in sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
        if app in _own_apps()
    ]
    if newer:
        return (
            f"The database is newer than this version of Floorbook: it has {_listed(newer)}. "
            "Start the version that migrated it, or restore the backup from before the upgrade."
        )
    plan = executor.migration_plan(loader.graph.leaf_nodes())
    if plan:
        missing = [f"{migration.app_label}.{migration.name}" for migration, _ in plan]
        return (
            "The database is older than this version of Floorbook: "
            f"run manage.py migrate first ({_listed(missing)})."
        )
    return ""


def _own_apps() -> set[str]:
    """Return the labels of the project's apps. A library may replace its migrations by others."""
    root = Path(settings.BASE_DIR)
    return {
        app.label
        for app in apps.get_app_configs()
        if Path(app.path).is_relative_to(root) and ".venv" not in Path(app.path).parts
    }


def _listed(migrations: list[str]) -> str:
    shown = ", ".join(migrations[:3])
    more = len(migrations) - 3
    return f"{shown} and {more} more" if more > 0 else shown
