from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import drop_triggers, make_append_only

POLICY = ("add_droppolicy", "change_droppolicy", "view_droppolicy")
ROLES = {
    "desk": ("view_box", "count_box"),
    "supervisor": ("view_box", "count_box"),
    "manager": ("view_box", "count_box", "correct_box", *POLICY),
    "surveillance": ("view_box",),
}
KEPT = {
    "drops_box": "A drop box that was taken",
    "drops_count": "A count",
    "drops_result": "What a box came to",
}


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the permissions, which Django would create only after all migrations, and grant them."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("drops")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    for role, names in ROLES.items():
        found = permissions.filter(content_type__app_label="drops", codename__in=names)
        groups.get(name=role).permissions.add(*found)


class Migration(migrations.Migration):
    """Make the rows append-only, and grant the permissions to pull and count boxes."""

    dependencies = [
        ("drops", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        *(
            migrations.RunPython(make_append_only(table, what), drop_triggers(table))
            for table, what in KEPT.items()
        ),
        migrations.RunPython(roles_may, migrations.RunPython.noop),
    ]
