"""Create the rows of hands that start. The earlier version goes on without them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0003_former_table_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="HandStart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField(help_text="The entry of the log.")),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="Number of the hand; after an undone start the next one has the same number."
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_starts",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="hand_start_once")
                ],
                "indexes": [
                    models.Index(fields=["table", "number", "seq"], name="hand_start_number"),
                    models.Index(fields=["table", "at", "seq"], name="hand_start_at"),
                ],
            },
        ),
    ]
