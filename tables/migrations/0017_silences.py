"""Add the outages of tablets."""

import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import drop_triggers, make_append_only

KEPT = {"tables_tabletsilence": "A silence"}


class Migration(migrations.Migration):
    """Add ended outages, and the start of a present one."""

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
        *(
            migrations.RunPython(make_append_only(table, what), drop_triggers(table))
            for table, what in KEPT.items()
        ),
    ]
