"""The roles of a house and their permissions, as one table, and who may do what (S-012).

Roles are groups, whose permissions a house may change in the admin. A migration creates them from this table. `may`
therefore checks the current permissions of the staff member.
"""

from collections.abc import Collection
from typing import Any, Literal

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from poker.formatting import listed
from poker.refusal import Refusal
from staff.models import Staff

ROLES = ("dealer", "desk", "supervisor", "manager", "surveillance")
_PEOPLE = {
    "dealer": "dealers",
    "desk": "the desk",
    "supervisor": "supervisors",
    "manager": "managers",
    "surveillance": "surveillance",
}
Permission = Literal[
    "api.keep_integrations",
    "journal.view_entry",
    "journal.view_stream",
    "ops.add_retention",
    "ops.change_retention",
    "ops.view_retention",
    "ops.view_retentionrun",
    "players.add_player",
    "players.anonymise_player",
    "players.change_player",
    "players.exclude_player",
    "players.give_sanction",
    "players.import_player",
    "players.lift_sanction",
    "players.merge_player",
    "players.view_legal_name",
    "players.view_player",
    "players.view_sanction",
    "reports.mail_reports",
    "reports.read_reports",
    "reports.read_shift",
    "reports.sign_report",
    "rulings.appeal_ruling",
    "rulings.change_book",
    "rulings.note_incident",
    "rulings.publish_book",
    "rulings.view_book",
    "rulings.view_call",
    "rulings.view_incident",
    "rulings.view_ruling",
    "school.train",
    "staff.add_staff",
    "staff.change_staff",
    "staff.keep_access",
    "staff.search_acts",
    "staff.unlock_staff",
    "staff.view_staff",
    "tables.add_device",
    "tables.add_droppolicy",
    "tables.add_plaque",
    "tables.add_room",
    "tables.add_table",
    "tables.change_device",
    "tables.change_droppolicy",
    "tables.change_plaque",
    "tables.change_room",
    "tables.change_table",
    "tables.correct_box",
    "tables.count_box",
    "tables.deal",
    "tables.delete_device",
    "tables.keep_lists",
    "tables.supervise",
    "tables.view_device",
    "tables.view_dropbox",
    "tables.view_droppolicy",
    "tables.view_plaque",
    "tables.view_room",
    "tables.view_table",
    "promotions.keep_fund",
    "promotions.pay_share",
    "promotions.plan_promotion",
    "promotions.redeem_hours",
    "promotions.run_drawing",
    "promotions.verify_hit",
    "promotions.view_fund",
    "promotions.view_hours",
    "promotions.watch_hit",
    "roster.count_tokes",
    "roster.own_week",
    "roster.plan_week",
    "roster.run_day",
    "roster.split_tokes",
    "tournaments.direct_event",
    "tournaments.plan_event",
    "tournaments.sell_entry",
    "tournaments.view_event",
]

# The roles that have each permission.
PERMISSIONS: dict[Permission, str] = {
    "api.keep_integrations": "manager",
    "journal.view_entry": "supervisor manager surveillance",
    "journal.view_stream": "supervisor manager surveillance",
    "ops.add_retention": "manager",
    "ops.change_retention": "manager",
    "ops.view_retention": "manager surveillance",
    "ops.view_retentionrun": "manager surveillance",
    "players.add_player": "desk supervisor manager",
    "players.anonymise_player": "manager",
    "players.change_player": "desk supervisor manager",
    "players.exclude_player": "manager",
    "players.give_sanction": "supervisor manager",
    "players.import_player": "manager",
    "players.lift_sanction": "manager",
    "players.merge_player": "manager",
    "players.view_legal_name": "desk manager",
    "players.view_player": "desk supervisor manager surveillance",
    "players.view_sanction": "supervisor manager surveillance",
    "reports.mail_reports": "manager",
    "reports.read_reports": "manager surveillance",
    "reports.read_shift": "supervisor manager surveillance",
    "reports.sign_report": "supervisor manager",
    "rulings.appeal_ruling": "manager",
    "rulings.change_book": "manager",
    "rulings.note_incident": "supervisor manager",
    "rulings.publish_book": "manager",
    "rulings.view_book": "manager",
    "rulings.view_call": "supervisor manager surveillance",
    "rulings.view_incident": "supervisor manager surveillance",
    "rulings.view_ruling": "supervisor manager surveillance",
    "school.train": "supervisor manager",
    "staff.add_staff": "manager",
    "staff.change_staff": "manager",
    "staff.keep_access": "manager",
    "staff.search_acts": "manager surveillance",
    "staff.unlock_staff": "manager",
    "staff.view_staff": "manager",
    "tables.add_device": "manager",
    "tables.add_droppolicy": "manager",
    "tables.add_plaque": "manager",
    "tables.add_room": "manager",
    "tables.add_table": "manager",
    "tables.change_device": "manager",
    "tables.change_droppolicy": "manager",
    "tables.change_plaque": "manager",
    "tables.change_room": "manager",
    "tables.change_table": "manager",
    "tables.correct_box": "manager",
    "tables.count_box": "desk supervisor manager",
    "tables.deal": "dealer supervisor manager",
    "tables.delete_device": "manager",
    "tables.keep_lists": "desk supervisor manager",
    "tables.supervise": "supervisor manager",
    "tables.view_device": "manager",
    "tables.view_dropbox": "desk supervisor manager surveillance",
    "tables.view_droppolicy": "manager",
    "tables.view_plaque": "desk supervisor manager surveillance",
    "tables.view_room": "desk supervisor manager surveillance",
    "tables.view_table": "desk supervisor manager surveillance",
    "promotions.keep_fund": "manager",
    "promotions.pay_share": "desk supervisor manager",
    "promotions.plan_promotion": "manager",
    "promotions.redeem_hours": "desk supervisor manager",
    "promotions.run_drawing": "supervisor manager",
    "promotions.verify_hit": "supervisor manager",
    "promotions.view_fund": "desk supervisor manager surveillance",
    "promotions.watch_hit": "manager surveillance",
    "promotions.view_hours": "desk supervisor manager surveillance",
    "roster.count_tokes": "desk supervisor manager",
    "roster.own_week": "dealer supervisor manager",
    "roster.plan_week": "manager",
    "roster.run_day": "supervisor manager",
    "roster.split_tokes": "manager",
    "tournaments.direct_event": "supervisor manager",
    "tournaments.plan_event": "manager",
    "tournaments.sell_entry": "desk supervisor manager",
    "tournaments.view_event": "desk supervisor manager surveillance",
}


def may(staff: Staff, permission: Permission) -> bool:
    """Return whether the staff member still works here and may do this."""
    return staff.user.is_active and staff.user.has_perm(permission)


def require(staff: Staff, permission: Permission) -> None:
    """Raise `Refusal`: `not_allowed`, unless the staff member may do this (S-012)."""
    if not may(staff, permission):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=who_may(permission))


def who_may(*permissions: Permission) -> str:
    """Return the roles that have one of these permissions in a new house, as text for a refusal: "supervisors and
    managers".
    """
    roles = {role for permission in permissions for role in PERMISSIONS[permission].split()}
    return listed([people for role, people in _PEOPLE.items() if role in roles], "and")


def permissions_of(role: str) -> list[str]:
    """Return the permissions of a role, each as "package.codename"."""
    return [name for name, roles in PERMISSIONS.items() if role in roles.split()]


def create_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the groups of a new database, in a migration that follows those of all packages in the table."""
    give_permissions(apps, schema_editor, {_package(name) for name in PERMISSIONS})


def give_permissions(
    apps: Apps, schema_editor: BaseDatabaseSchemaEditor, packages: Collection[str]
) -> None:
    """Give the roles their permissions in some packages; permissions in other packages stay as the house has set them.

    Permissions are created first, because Django would create them only after all migrations.
    """
    database = schema_editor.connection.alias
    for label in packages:
        config = apps.get_app_config(label)
        config.models_module = True  # type: ignore[assignment]
        create_permissions(config, apps=apps, using=database, verbosity=0)
        config.models_module = None
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    for role in ROLES:
        group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=role)
        names = [name for name in permissions_of(role) if _package(name) in packages]
        group.permissions.add(*[_permission(permissions, name) for name in names])


def _package(permission: str) -> str:
    return permission.partition(".")[0]


def _permission(permissions: Any, name: str) -> Any:
    label, codename = name.split(".")
    return permissions.get(content_type__app_label=label, codename=codename)
