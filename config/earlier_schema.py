"""Databases that this version can't upgrade: from before the first release, or from a checkout in between."""

from collections.abc import Iterable, Sequence

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

# A package that no longer exists, and its first migration.
EARLIER = ("audit", "0001_initial")
MESSAGE = (
    "This database is from before Floorbook's first release and can't be upgraded."
    " Move it aside, or choose another DATA_DIR or DATABASE_URL, and start again: a new one is created."
)
# The last commit that has the migrations which the squashed ones replaced.
LAST_COMMIT = "f09f95da"
BETWEEN = (
    "This database is from a checkout between two versions: {app}.{name} is not applied. Install commit "
    f"{LAST_COMMIT} and start it once, then this version (docs/upgrading.md)."
)


def unsupported_schema(database: str = "default") -> str:
    """Return why a database can't be upgraded by this version, and what to do; "" if it can."""
    applied_migrations = MigrationRecorder(connections[database]).applied_migrations()
    if EARLIER in applied_migrations:
        return MESSAGE
    loader = MigrationLoader(None, ignore_no_migrations=True)
    for migration in loader.replacements.values():
        missing = [key for key in migration.replaces if key not in applied_migrations]
        if 0 < len(missing) < len(migration.replaces):
            app, name = missing[0]
            return BETWEEN.format(app=app, name=name)
    return ""


@register(Tags.database)
def check_schema(
    app_configs: Sequence[object] | None, databases: Iterable[str] | None = None, **_: object
) -> list[CheckMessage]:
    """Refuse such a database in `manage.py migrate` and `manage.py check --database`."""
    return [
        Error(message, id="floorbook.E001", obj=database)
        for database in databases or ()
        if (message := unsupported_schema(database))
    ]
