"""Grant the permissions to close reports and to set their mail addresses."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROLES = {
    "manager": ("sign_report", "mail_reports"),
    "supervisor": ("sign_report",),
}


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the permissions, which Django would create only after all migrations, and grant them."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("reports")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    for role, names in ROLES.items():
        found = permissions.filter(content_type__app_label="reports", codename__in=names)
        groups.get(name=role).permissions.add(*found)


class Migration(migrations.Migration):
    """Supervisors close reports; managers also set the addresses."""

    dependencies = [("reports", "0005_stored")]
    operations = [migrations.RunPython(roles_may, migrations.RunPython.noop)]
