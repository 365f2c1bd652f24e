"""What is known of a person can be taken away, and what was written of him with it; the rows stay."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import allow_blanking

EMPTIED = (
    ("players_change", ("before", "after"), "A change of a player"),
    ("players_merge", ("reason",), "A merge of two players"),
    ("players_sanction", ("reason",), "A sanction"),
    ("players_lifting", ("reason",), "The lifting of a sanction"),
    ("players_apart", ("reason",), "What was decided of two players"),
)


def managers_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The permission first, which Django makes only after all migrations."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("players")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    found = permissions.filter(content_type__app_label="players", codename="anonymise_player")
    groups.get(name="manager").permissions.add(*found)


class Migration(migrations.Migration):
    dependencies = [("players", "0006_email")]

    operations = [
        migrations.AlterModelOptions(
            name="player",
            options={
                "ordering": ("alias",),
                "permissions": [
                    ("view_legal_name", "Can see legal names and dates of birth"),
                    ("merge_player", "Can find two players to be one"),
                    ("import_player", "Can import players from a file"),
                    ("anonymise_player", "Can take away all that is known of a person"),
                ],
            },
        ),
        migrations.AddField(
            model_name="player",
            name="anonymised_at",
            field=models.DateTimeField(
                editable=False,
                help_text="Since then nothing of a person is known here.",
                null=True,
            ),
        ),
        migrations.RunPython(managers_may, migrations.RunPython.noop),
        *(
            migrations.RunPython(allow_blanking(table, columns, what), migrations.RunPython.noop)
            for table, columns, what in EMPTIED
        ),
    ]
