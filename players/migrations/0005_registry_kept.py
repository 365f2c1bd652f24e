"""Aliases of who is here already, what is written once, and who may do what in the registry."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import drop_triggers, make_append_only
from players.aliases import canonical_alias

# The desk looks at the document at check-in; managers answer for bars and to the regulator. A supervisor decides about
# a chair and an alias, and needs neither name nor date of birth.
ROLES = {
    "desk": ("view_legal_name",),
    "manager": ("view_legal_name", "merge_player", "import_player", "exclude_player"),
}
KEPT = (
    ("players_change", "A change of a player"),
    ("players_merge", "A merge of two players"),
    ("players_selfexclusion", "A self-exclusion"),
)


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The permissions first, which Django makes only after all migrations."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("players")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    for role, names in ROLES.items():
        found = permissions.filter(content_type__app_label="players", codename__in=names)
        groups.get(name=role).permissions.add(*found)


def keys(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The first who had an alias keeps it; of two that look the same the later chooses another at check-in."""
    players: Any = apps.get_model("players", "Player").objects
    rows = players.using(schema_editor.connection.alias)
    seen: set[str] = set()
    for player in rows.order_by("pk"):
        key = canonical_alias(player.alias)
        if key and key not in seen:
            seen.add(key)
            rows.filter(pk=player.pk).update(alias_key=key)


class Migration(migrations.Migration):
    dependencies = [("players", "0004_registry"), ("tables", "0002_roles")]
    operations = [
        migrations.RunPython(keys, migrations.RunPython.noop),
        migrations.RunPython(roles_may, migrations.RunPython.noop),
        *(
            migrations.RunPython(make_append_only(table, what), drop_triggers(table))
            for table, what in KEPT
        ),
    ]
