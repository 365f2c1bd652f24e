"""Make the house rules that a room had version 1 of its rulebook."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def first_versions(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create one row per room, with the settings that it had."""
    database = schema_editor.connection.alias
    versions = apps.get_model("tables", "RulesFrom").objects.using(database)
    rooms: Any = apps.get_model("tables", "Room").objects.using(database)
    for room in rooms:
        settings = {name: value for name, value in room.house_rules.items() if name != "version"}
        versions.create(room=room, version=1, settings=settings, effective_from=timezone.now())


class Migration(migrations.Migration):
    """Separate from the schema migrations: PostgreSQL cannot alter a table with rows just written."""

    dependencies = [("tables", "0004_rulesfrom")]
    operations = [migrations.RunPython(first_versions, migrations.RunPython.noop)]
