"""Create retention and the record of what it did."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("players", "0001_initial"),
        ("tables", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="RetentionRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("players", models.PositiveIntegerField()),
                ("kept", models.PositiveIntegerField()),
                (
                    "devices",
                    models.PositiveIntegerField(
                        help_text="Actions and entries with the device cleared."
                    ),
                ),
                (
                    "sign_ins",
                    models.PositiveIntegerField(help_text="Sign-in attempts, last uses, sessions."),
                ),
                (
                    "cut",
                    models.DateTimeField(
                        help_text="Older records no longer name a device.", null=True
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-id"),
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Anonymization",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("by", models.CharField(help_text="As the log names people.", max_length=40)),
                ("second", models.CharField(blank=True, max_length=40)),
                ("reason", models.CharField(max_length=500)),
                ("names", models.PositiveIntegerField(help_text="Names removed from the log.")),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="anonymisings",
                        to="players.player",
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-id"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Retention",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "years",
                    models.PositiveSmallIntegerField(
                        default=5,
                        help_text="Years without a visit before a player is anonymized. Check your gaming license.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(50),
                        ],
                    ),
                ),
                (
                    "room",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="retention",
                        to="tables.room",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "retention",
            },
        ),
        *append_only("ops_anonymization", "A record of an anonymization"),
        *append_only("ops_retentionrun", "A record of a retention run"),
    ]
