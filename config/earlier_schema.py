"""Databases from before the first release. Their migrations were replaced by one per package: no upgrade exists."""

from collections.abc import Iterable, Sequence

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

# A package that no longer exists, and its first migration.
EARLIER = ("audit", "0001_initial")
MESSAGE = (
    "This database is from before Floorbook's first release and can't be upgraded."
    " Move it aside, or choose another DATA_DIR or DATABASE_URL, and start again: a new one is created."
)


def is_earlier_schema(database: str = "default") -> bool:
    """Return whether a database was migrated before the first release."""
    return EARLIER in MigrationRecorder(connections[database]).applied_migrations()


@register(Tags.database)
def check_schema(
    app_configs: Sequence[object] | None, databases: Iterable[str] | None = None, **_: object
) -> list[CheckMessage]:
    """Refuse such a database in `manage.py migrate` and `manage.py check --database`."""
    return [
        Error(MESSAGE, id="floorbook.E001", obj=database)
        for database in databases or ()
        if is_earlier_schema(database)
    ]
