"""Add the chain status of each log."""

import django.db.models.deletion
from django.db import migrations, models

NONE = "0" * 64


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0007_at_stream"),
    ]

    operations = [
        migrations.CreateModel(
            name="Proven",
            fields=[
                (
                    "stream",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="proven",
                        serialize=False,
                        to="journal.stream",
                    ),
                ),
                ("seq", models.BigIntegerField(default=0)),
                ("hash", models.CharField(default=NONE, max_length=64)),
                ("at", models.DateTimeField(null=True)),
                ("broken", models.CharField(blank=True, max_length=200)),
                ("broken_at", models.DateTimeField(null=True)),
                ("again_seq", models.BigIntegerField(default=0)),
                ("again_hash", models.CharField(default=NONE, max_length=64)),
                ("again_from", models.DateTimeField(null=True)),
                ("whole_at", models.DateTimeField(null=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
