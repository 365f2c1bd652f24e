from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import drop_triggers, make_append_only

ROLES = {
    "supervisor": ("view_incident", "note_incident"),
    "manager": ("view_incident", "note_incident"),
    "surveillance": ("view_incident",),
}


def roles_may(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who reads incidents and adds to them; the permissions first, which Django makes only after all migrations."""
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
        ("players", "0002_sanctions"),
        ("rulings", "0002_books"),
        ("tables", "0006_no_room_house_rules"),
    ]

    operations = [
        migrations.CreateModel(
            name="Incident",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "command_id",
                    models.UUIDField(help_text="Sent twice, it is stored once.", unique=True),
                ),
                ("category", models.CharField(max_length=40)),
                (
                    "severity",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "minor"), (2, "serious"), (3, "grave")]
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "hand",
                    models.PositiveIntegerField(
                        help_text="Number of the hand; 0 where none was dealt yet."
                    ),
                ),
                (
                    "dealer",
                    models.CharField(blank=True, help_text="Who dealt, by alias.", max_length=40),
                ),
                (
                    "seen_by",
                    models.CharField(
                        choices=[
                            ("dealer", "Dealer"),
                            ("supervisor", "Supervisor"),
                            ("player", "Player"),
                            ("camera", "Camera"),
                        ],
                        default="dealer",
                        max_length=10,
                    ),
                ),
                ("note", models.TextField(blank=True, max_length=2000)),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="players.player",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="tables.staff",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-id"),
                "permissions": [("note_incident", "Can add to an incident")],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="IncidentNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incident_notes",
                        to="tables.staff",
                    ),
                ),
                (
                    "incident",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to="rulings.incident",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "id"),
                "default_permissions": (),
            },
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(fields=["table", "at"], name="incidents_of_a_table"),
        ),
        migrations.RunPython(
            make_append_only("rulings_incident", "An incident"), drop_triggers("rulings_incident")
        ),
        migrations.RunPython(
            make_append_only("rulings_incidentnote", "A note on an incident"),
            drop_triggers("rulings_incidentnote"),
        ),
        migrations.RunPython(roles_may, migrations.RunPython.noop),
    ]
