"""Create the roles of a room as groups with permissions."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

APPS = ("journal", "players", "tables")
SET_UP = [
    f"tables.{act}_{model}"
    for model in ("room", "table", "plaque", "device", "staff")
    for act in ("add", "change", "view")
]
PLAYERS = ["players.add_player", "players.change_player", "players.view_player"]
LOOK = ["tables.view_room", "tables.view_table", "tables.view_plaque", "players.view_player"]
LOG = ["journal.view_stream", "journal.view_entry"]
DEAL = ["tables.deal"]
ROLES = {
    "dealer": DEAL,
    "desk": [*LOOK, *PLAYERS],
    "supervisor": [*DEAL, "tables.supervise", *LOOK, *PLAYERS, *LOG],
    "manager": [
        *DEAL, "tables.supervise", "tables.unlock_staff", *SET_UP, "tables.delete_device", *PLAYERS, *LOG,
    ],
    "surveillance": [*LOOK, *LOG],
}  # fmt: skip


def make_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create each group; permissions come first, because Django creates them only after all migrations."""
    database = schema_editor.connection.alias
    for label in APPS:
        config = apps.get_app_config(label)
        config.models_module = True  # type: ignore[assignment]
        create_permissions(config, apps=apps, using=database, verbosity=0)
        config.models_module = None
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    for role, names in ROLES.items():
        group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=role)
        group.permissions.set([_permission(permissions, name) for name in names])


def _permission(permissions: Any, name: str) -> Any:
    label, codename = name.split(".")
    return permissions.get(content_type__app_label=label, codename=codename)


class Migration(migrations.Migration):
    """Roles are data, so that a house may change their permissions."""

    dependencies = [
        ("tables", "0001_initial"),
        ("players", "0001_initial"),
        ("journal", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
