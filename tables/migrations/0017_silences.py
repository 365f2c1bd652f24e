"""Silences of tablets are kept."""

import django.db.models.deletion
from django.db import migrations, models

from journal.kept import keep, let_go

KEPT = {"tables_tabletsilence": "A silence"}


class Migration(migrations.Migration):
    """Silences that are over, and since when one lasts."""

    dependencies = [("tables", "0016_own_time")]
    operations = [
        migrations.AddField(
            model_name="tabletheard",
            name="silent_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="TabletSilence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="silences",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["table", "until"], name="silences_of_a_table")],
            },
        ),
        *(migrations.RunPython(keep(table, what), let_go(table)) for table, what in KEPT.items()),
    ]
