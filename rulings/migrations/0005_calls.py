from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import drop_triggers, make_append_only

ROLES = {
    "supervisor": ("view_call", "view_ruling"),
    "manager": ("view_call", "view_ruling", "appeal_ruling"),
    "surveillance": ("view_call", "view_ruling"),
}


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who reads calls and rulings, and who records appeals; the permissions first, as for incidents."""
    database = schema_editor.connection.alias
    config = apps.get_app_config("rulings")
    config.models_module = True  # type: ignore[assignment]
    create_permissions(config, apps=apps, using=database, verbosity=0)
    config.models_module = None
    groups: Any = apps.get_model("auth", "Group").objects.using(database)
    permissions: Any = apps.get_model("auth", "Permission").objects.using(database)
    for role, names in ROLES.items():
        found = permissions.filter(content_type__app_label="rulings", codename__in=names)
        groups.get(name=role).permissions.add(*found)


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0004_withdraws"),
        ("tables", "0007_rulesfrom_withdrawn"),
    ]

    operations = [
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField()),
                (
                    "hand",
                    models.PositiveIntegerField(
                        help_text="Number of the hand; 0 where none was dealt yet."
                    ),
                ),
                ("street", models.CharField(blank=True, max_length=20)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("ruled", "Ruled"), ("cancelled", "Cancelled")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("called_at", models.DateTimeField()),
                (
                    "key",
                    models.CharField(
                        blank=True, help_text="The irregularity reported.", max_length=60
                    ),
                ),
                ("facts", models.JSONField(default=dict)),
                ("seen_at", models.DateTimeField(null=True)),
                ("seen_by", models.CharField(blank=True, max_length=40)),
                ("coming_at", models.DateTimeField(null=True)),
                ("coming_by", models.CharField(blank=True, max_length=40)),
                ("arrived_at", models.DateTimeField(null=True)),
                ("arrived_by", models.CharField(blank=True, max_length=40)),
                ("escalated_at", models.DateTimeField(null=True)),
                ("escalated_by", models.CharField(blank=True, max_length=40)),
                ("ended_at", models.DateTimeField(help_text="Ruled or cancelled.", null=True)),
                ("ended_by", models.CharField(blank=True, max_length=40)),
                (
                    "reason",
                    models.CharField(blank=True, help_text="Of a cancelled call.", max_length=200),
                ),
                (
                    "called_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls_made",
                        to="tables.staff",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="tables.room",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ("called_at", "id"),
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.CharField(max_length=20)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("ruling", "Ruling"),
                            ("appeal", "Appeal"),
                            ("correction", "Correction"),
                            ("payment", "Held pot paid"),
                        ],
                        default="ruling",
                        max_length=10,
                    ),
                ),
                ("hand", models.PositiveIntegerField()),
                (
                    "seq",
                    models.BigIntegerField(
                        default=0, help_text="Entry of the table's log; 0 for none."
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=60)),
                (
                    "row",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Number of the irregularity."
                    ),
                ),
                ("clause", models.CharField(blank=True, max_length=40)),
                ("book", models.CharField(blank=True, max_length=80)),
                ("version", models.PositiveIntegerField(default=1)),
                ("facts", models.JSONField(default=dict)),
                ("proposal", models.JSONField(default=dict)),
                ("outcome", models.CharField(blank=True, max_length=60)),
                (
                    "decision",
                    models.CharField(
                        choices=[
                            ("accepted", "Accepted"),
                            ("overridden", "Overridden"),
                            ("dealer", "Dealer's remedy"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("result", models.CharField(max_length=500)),
                ("steps", models.JSONField(default=list)),
                ("at", models.DateTimeField()),
                (
                    "day",
                    models.DateField(
                        help_text="Of the room's calendar; numbers begin again each day."
                    ),
                ),
                ("seconds", models.PositiveIntegerField(default=0)),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="records",
                        to="rulings.ruling",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tables.staff",
                    ),
                ),
                (
                    "call",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ruling",
                        to="rulings.call",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tables.room",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-id"),
                "permissions": [
                    ("appeal_ruling", "Can record an appeal or a correction of a ruling")
                ],
                "default_permissions": ("view",),
            },
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(fields=["room", "status", "called_at"], name="calls_waiting"),
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(fields=["table", "called_at"], name="calls_of_a_table"),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(fields=("table", "seq"), name="call_once"),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "open")),
                fields=("table",),
                name="one_open_call_a_table",
            ),
        ),
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["room", "key", "at"], name="precedents"),
        ),
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["table", "hand"], name="rulings_of_a_hand"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(
                fields=("room", "day", "number"), name="ruling_number_once"
            ),
        ),
        migrations.RunPython(
            make_append_only("rulings_ruling", "A ruling"), drop_triggers("rulings_ruling")
        ),
        migrations.RunPython(roles_may, migrations.RunPython.noop),
    ]
