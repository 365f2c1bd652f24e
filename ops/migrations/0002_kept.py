"""Make the tables append-only, grant the retention permission, and allow blanking of some columns of older rows."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import allow_blanking, drop_triggers, make_append_only

KEPT = {
    "keeping_anonymised": "That somebody was anonymised",
    "keeping_retentionrun": "What a look took away",
}
EMPTIED = (
    ("rulings_incident", ("note",), "An incident"),
    ("rulings_incidentnote", ("text",), "A note on an incident"),
    ("audit_act", ("device",), "What was done"),
)
ROLES = {
    "manager": ("add_retention", "change_retention", "view_retention", "view_retentionrun"),
    "surveillance": ("view_retention", "view_retentionrun"),
}


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the permissions, which Django would create only after all migrations, and grant them."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("keeping")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    for role, names in ROLES.items():
        found = permissions.filter(content_type__app_label="keeping", codename__in=names)
        groups.get(name=role).permissions.add(*found)


class Migration(migrations.Migration):
    dependencies = [
        ("keeping", "0001_initial"),
        ("rulings", "0006_incident_rulings"),
        ("audit", "0001_initial"),
        ("tables", "0002_roles"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        *(
            migrations.RunPython(make_append_only(table, what), drop_triggers(table))
            for table, what in KEPT.items()
        ),
        *(
            migrations.RunPython(allow_blanking(table, columns, what), migrations.RunPython.noop)
            for table, columns, what in EMPTIED
        ),
        migrations.RunPython(roles_may, migrations.RunPython.noop),
    ]
