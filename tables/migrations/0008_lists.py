"""Add the waitlist log and its projections; desk, supervisors and managers get the permission."""

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROLES = ("desk", "supervisor", "manager")


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Grant the waitlist permission; it comes first, because Django creates permissions only after all
    migrations.
    """
    database = schema_editor.connection.alias
    config = apps.get_app_config("tables")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    may = permissions.get(content_type__app_label="tables", codename="keep_lists")
    for role in ROLES:
        groups.get(name=role).permissions.add(may)


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0002_append_only"),
        ("tables", "0007_rulesfrom_withdrawn"),
    ]

    operations = [
        migrations.CreateModel(
            name="RoomLists",
            fields=[
                (
                    "stream",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="lists",
                        serialize=False,
                        to="journal.stream",
                    ),
                ),
                (
                    "room",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lists",
                        to="tables.room",
                    ),
                ),
            ],
            options={
                "permissions": [("keep_lists", "Can keep the waiting lists")],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="FreedSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField(help_text="The entry of the table's log.")),
                ("seat", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="freed",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="freed_seat_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ListChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField(help_text="The entry of the log.")),
                ("key", models.CharField(help_text="Of the list.", max_length=40)),
                ("title", models.CharField(max_length=60)),
                ("number", models.BigIntegerField(help_text="Of the name, in this room.")),
                ("name", models.CharField(max_length=40)),
                ("token", models.CharField(blank=True, db_index=True, max_length=40)),
                ("event", models.CharField(max_length=40)),
                ("before", models.PositiveIntegerField()),
                ("to", models.PositiveIntegerField()),
                (
                    "ahead",
                    models.PositiveIntegerField(
                        default=0, help_text="Names that were passed over."
                    ),
                ),
                ("table", models.CharField(blank=True, max_length=40)),
                ("seat", models.PositiveSmallIntegerField(default=0)),
                (
                    "waited",
                    models.BigIntegerField(
                        default=0, help_text="Milliseconds, of whoever was seated."
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("by", models.CharField(help_text="As the log names people.", max_length=100)),
                ("at", models.DateTimeField()),
                (
                    "lists",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tables.roomlists",
                    ),
                ),
            ],
            options={
                "ordering": ("-seq",),
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["lists", "key", "-seq"], name="list_change_of_list"),
                    models.Index(fields=["lists", "number", "seq"], name="list_change_of_name"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("lists", "seq", "number"), name="list_change_once"
                    )
                ],
            },
        ),
        migrations.RunPython(roles_may, migrations.RunPython.noop),
    ]
