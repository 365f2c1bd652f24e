"""Who may search who did what."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROLES = ("manager", "surveillance")


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The permission first, which Django makes only after all migrations."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("audit")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    found = permissions.get(content_type__app_label="audit", codename="search_acts")
    for role in ROLES:
        groups.get(name=role).permissions.add(found)


class Migration(migrations.Migration):
    """Managers and surveillance."""

    dependencies = [
        ("audit", "0001_initial"),
        ("tables", "0002_roles"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(roles_may, migrations.RunPython.noop)]
