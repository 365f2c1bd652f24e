"""Every room has a rulebook from the start; its version 1 is what the room's field of house rules said."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PERMISSIONS = ("view_book", "change_book", "publish_book")


def first_books(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A book and its first version for each room that has house rules."""
    database = schema_editor.connection.alias
    rules: Any = apps.get_model("tables", "RulesFrom").objects.using(database)
    books: Any = apps.get_model("rulings", "Book").objects.using(database)
    versions: Any = apps.get_model("rulings", "Version").objects.using(database)
    for first in rules.filter(table=None, version=1).select_related("room"):
        book = books.create(name=first.room.name, room=first.room)
        reason = "As set before there were versions." if first.settings else "The guides' defaults."
        versions.create(
            book=book,
            number=1,
            settings=first.settings,
            reason=reason,
            effective_from=first.effective_from,
        )


def manager_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Managers and nobody else; the permissions first, which Django makes only after all migrations."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("rulings")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    found = permissions.filter(content_type__app_label="rulings", codename__in=PERMISSIONS)
    groups.get(name="manager").permissions.add(*found)


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("rulings", "0001_initial"), ("tables", "0002_roles")]
    operations = [
        migrations.RunPython(first_books, migrations.RunPython.noop),
        migrations.RunPython(manager_may, migrations.RunPython.noop),
    ]
