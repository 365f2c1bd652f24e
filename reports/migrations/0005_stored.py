"""Create archived reports, which are append-only, and their emails."""

import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import drop_triggers, make_append_only

KEPT = {
    "reports_storedreport": "A stored report",
    "reports_paper": "A stored PDF",
    "reports_closing": "Who closed a report",
}


class Migration(migrations.Migration):
    """Archived reports, their PDFs, closings and mail addresses."""

    dependencies = [
        ("reports", "0004_months"),
        ("tables", "0017_silences"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailTo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("addresses", models.JSONField(default=list)),
                ("since", models.DateTimeField()),
                (
                    "room",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_to",
                        to="tables.room",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="StoredReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("shift", models.CharField(blank=True, max_length=20)),
                ("edition", models.PositiveSmallIntegerField(default=1)),
                ("ends_at", models.DateTimeField()),
                ("made_at", models.DateTimeField()),
                ("definitions", models.PositiveSmallIntegerField()),
                ("content", models.JSONField()),
                ("basis", models.JSONField()),
                ("differs", models.JSONField(default=list)),
                (
                    "before",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="following",
                        to="reports.storedreport",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stored_reports",
                        to="tables.room",
                    ),
                ),
            ],
            options={
                "ordering": ("-ends_at", "shift", "-edition"),
                "permissions": [
                    ("sign_report", "Can close a shift's report"),
                    ("mail_reports", "Can say where reports are mailed"),
                ],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Paper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("content", models.BinaryField()),
                ("sha256", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField()),
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="paper",
                        to="reports.storedreport",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Mailing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=254)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Waits"),
                            ("sending", "Is being sent"),
                            ("sent", "Sent"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="mailings",
                        to="reports.storedreport",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Closing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports_closed",
                        to="tables.staff",
                    ),
                ),
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="closing",
                        to="reports.storedreport",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AddIndex(
            model_name="storedreport",
            index=models.Index(fields=["room", "ends_at"], name="stored_reports_of_a_while"),
        ),
        migrations.AddConstraint(
            model_name="storedreport",
            constraint=models.UniqueConstraint(
                fields=("room", "day", "shift", "edition"), name="stored_report_once"
            ),
        ),
        migrations.AddIndex(
            model_name="mailing",
            index=models.Index(fields=["state", "due_at"], name="mailings_due"),
        ),
        migrations.AddConstraint(
            model_name="mailing",
            constraint=models.UniqueConstraint(fields=("report", "address"), name="mailing_once"),
        ),
        *(
            migrations.RunPython(make_append_only(table, what), drop_triggers(table))
            for table, what in KEPT.items()
        ),
    ]
