"""Add the archives of the log and the ranges of entries in them."""

import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0002_table_history"),
    ]

    operations = [
        migrations.CreateModel(
            name="JournalArchive",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "label",
                    models.CharField(
                        help_text="Its months, as 2026-03.", max_length=40, unique=True
                    ),
                ),
                (
                    "file",
                    models.CharField(help_text="Name in the folders of backups.", max_length=100),
                ),
                ("sha256", models.CharField(max_length=64)),
                ("bytes", models.BigIntegerField()),
                ("entries", models.BigIntegerField()),
                ("at", models.DateTimeField(help_text="When it was verified in both places.")),
            ],
            options={
                "ordering": ("pk",),
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="ArchivedRange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.BigIntegerField(help_text="Number of the first entry.")),
                ("last", models.BigIntegerField(help_text="Number of the last entry.")),
                (
                    "prev_hash",
                    models.CharField(
                        help_text="Hash of the entry before the first.", max_length=64
                    ),
                ),
                ("hash", models.CharField(help_text="Hash of the last entry.", max_length=64)),
                (
                    "archive",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ranges",
                        to="journal.journalarchive",
                    ),
                ),
                (
                    "stream",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="archived",
                        to="journal.stream",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "last"), name="archived_once")
                ],
            },
        ),
        *append_only("journal_journalarchive", "An archive of the journal"),
        *append_only("journal_archivedrange", "An archived range of the journal"),
    ]
