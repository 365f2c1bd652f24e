"""Give the roles the permission of the dealer school, from the table in `staff.permissions`."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from staff.permissions import give_permissions


def give(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give `school.train` to the roles that have it in a new house."""
    give_permissions(apps, schema_editor, ["school"])


class Migration(migrations.Migration):
    """Data only."""

    dependencies = [("config", "0001_roles"), ("school", "0001_initial")]
    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
