"""How people sign in, recovery codes, access reports."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import access.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tables", "0017_silences"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AccessPolicy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("limits", models.JSONField(default=access.models.first_limits)),
                ("factor_for_managers", models.BooleanField(default=False)),
                ("factor_on_floor", models.BooleanField(default=False)),
            ],
            options={
                "permissions": [
                    ("keep_access", "Can say how people sign in, and sign off who may")
                ],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="AccessReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("quarter", models.CharField(blank=True, max_length=7)),
                ("rows", models.JSONField()),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.staff",
                    ),
                ),
            ],
            options={
                "ordering": ("-made_at", "-id"),
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code_hash", models.CharField(max_length=64)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SignOff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("note", models.CharField(blank=True, max_length=300)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.staff",
                    ),
                ),
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sign_off",
                        to="access.accessreport",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AddConstraint(
            model_name="accessreport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("quarter", ""), _negated=True),
                fields=("quarter",),
                name="access_report_quarter",
            ),
        ),
        migrations.AddConstraint(
            model_name="recoverycode",
            constraint=models.UniqueConstraint(
                fields=("user", "code_hash"), name="recovery_code_once"
            ),
        ),
    ]
