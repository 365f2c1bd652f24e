"""Reports and their signatures are never changed; managers keep access."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import drop_triggers, make_append_only


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The permission first, which Django makes only after all migrations."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("access")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    found = permissions.get(content_type__app_label="access", codename="keep_access")
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    groups.get(name="manager").permissions.add(found)


class Migration(migrations.Migration):
    """Managers only."""

    dependencies = [
        ("access", "0001_initial"),
        ("tables", "0002_roles"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.RunPython(
            make_append_only("access_accessreport", "An access report"),
            drop_triggers("access_accessreport"),
        ),
        migrations.RunPython(
            make_append_only("access_signoff", "What was signed off"),
            drop_triggers("access_signoff"),
        ),
        migrations.RunPython(roles_may, migrations.RunPython.noop),
    ]
