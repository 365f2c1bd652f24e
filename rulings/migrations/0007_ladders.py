"""Sanction ladders of rooms, by version."""

import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import drop_triggers, make_append_only

KEPT = {"rulings_ladder": "A version of the ladder"}


class Migration(migrations.Migration):
    """A version is never changed; the next one is."""

    dependencies = [("rulings", "0006_incident_rulings"), ("tables", "0018_message_texts")]
    operations = [
        migrations.CreateModel(
            name="Ladder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("steps", models.JSONField()),
                ("reason", models.CharField(max_length=500)),
                ("effective_from", models.DateTimeField()),
                ("by", models.CharField(max_length=100)),
                ("at", models.DateTimeField()),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ladders",
                        to="tables.room",
                    ),
                ),
            ],
            options={
                "ordering": ("room", "-number"),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("room", "number"), name="ladder_once")
                ],
            },
        ),
        *(
            migrations.RunPython(make_append_only(table, what), drop_triggers(table))
            for table, what in KEPT.items()
        ),
    ]
