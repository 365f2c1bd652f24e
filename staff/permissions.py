"""The roles of a house and their permissions, as one table (S-012).

Roles are groups: a house may change their permissions in the admin. A migration creates them from this table.
"""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROLES = ("dealer", "desk", "supervisor", "manager", "surveillance")
_LETTERS = dict(zip("DKSMV", ROLES, strict=True))

# The roles that have each permission, by letter: Dealer, desK, Supervisor, Manager, surVeillance.
PERMISSIONS = {
    "api.keep_integrations": "M",
    "journal.view_entry": "SMV",
    "journal.view_stream": "SMV",
    "ops.add_retention": "M",
    "ops.change_retention": "M",
    "ops.view_retention": "MV",
    "ops.view_retentionrun": "MV",
    "players.add_player": "KSM",
    "players.anonymise_player": "M",
    "players.change_player": "KSM",
    "players.exclude_player": "M",
    "players.give_sanction": "SM",
    "players.import_player": "M",
    "players.lift_sanction": "M",
    "players.merge_player": "M",
    "players.view_legal_name": "KM",
    "players.view_player": "KSMV",
    "players.view_sanction": "SMV",
    "reports.mail_reports": "M",
    "reports.read_reports": "MV",
    "reports.read_shift": "SMV",
    "reports.sign_report": "SM",
    "rulings.appeal_ruling": "M",
    "rulings.change_book": "M",
    "rulings.note_incident": "SM",
    "rulings.publish_book": "M",
    "rulings.view_book": "M",
    "rulings.view_call": "SMV",
    "rulings.view_incident": "SMV",
    "rulings.view_ruling": "SMV",
    "staff.add_staff": "M",
    "staff.change_staff": "M",
    "staff.keep_access": "M",
    "staff.search_acts": "MV",
    "staff.unlock_staff": "M",
    "staff.view_staff": "M",
    "tables.add_device": "M",
    "tables.add_droppolicy": "M",
    "tables.add_plaque": "M",
    "tables.add_room": "M",
    "tables.add_table": "M",
    "tables.change_device": "M",
    "tables.change_droppolicy": "M",
    "tables.change_plaque": "M",
    "tables.change_room": "M",
    "tables.change_table": "M",
    "tables.correct_box": "M",
    "tables.count_box": "KSM",
    "tables.deal": "DSM",
    "tables.delete_device": "M",
    "tables.keep_lists": "KSM",
    "tables.supervise": "SM",
    "tables.view_device": "M",
    "tables.view_dropbox": "KSMV",
    "tables.view_droppolicy": "M",
    "tables.view_plaque": "KSMV",
    "tables.view_room": "KSMV",
    "tables.view_table": "KSMV",
}


def permissions_of(role: str) -> list[str]:
    """Return the permissions of a role, each as "package.codename"."""
    return [name for name, letters in PERMISSIONS.items() if role in map(_LETTERS.get, letters)]


def create_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the groups of a new database, in a migration that follows those of all packages in the table.

    Permissions come first: Django would create them only after all migrations.
    """
    database = schema_editor.connection.alias
    for label in {name.partition(".")[0] for name in PERMISSIONS}:
        config = apps.get_app_config(label)
        config.models_module = True  # type: ignore[assignment]
        create_permissions(config, apps=apps, using=database, verbosity=0)
        config.models_module = None
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    for role in ROLES:
        group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=role)
        group.permissions.set([_permission(permissions, name) for name in permissions_of(role)])


def _permission(permissions: Any, name: str) -> Any:
    label, codename = name.split(".")
    return permissions.get(content_type__app_label=label, codename=codename)
