"""Create the figures of reports, archived reports and their mails."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import append_only
from journal.migration_operations import CreateTables


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("reports", "0001_initial"),
        ("reports", "0002_outbox_expiry"),
        ("reports", "0003_files"),
        ("reports", "0004_seat_use"),
        ("reports", "0005_long_sums"),
        ("reports", "0006_must_move_seats"),
        ("reports", "0007_calls_by_decision"),
    ]

    dependencies = [
        ("staff", "0001_squashed_0002_start_code"),
        ("tables", "0001_squashed_0015_sign_offs"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="ArchivedReport",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                        ("proof", models.JSONField(null=True)),
                        (
                            "before",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="following",
                                to="reports.archivedreport",
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
                            ("sign_report", "Can close shift reports"),
                            ("mail_reports", "Can set who gets report emails"),
                        ],
                        "default_permissions": (),
                        "indexes": [
                            models.Index(
                                fields=["room", "ends_at"], name="stored_reports_of_a_while"
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("room", "day", "shift", "edition"),
                                name="stored_report_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ReportPdf",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                                to="reports.archivedreport",
                            ),
                        ),
                    ],
                    options={
                        "default_permissions": (),
                    },
                ),
                migrations.CreateModel(
                    name="ReportClosing",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="reports_closed",
                                to="staff.staff",
                            ),
                        ),
                        (
                            "report",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="closing",
                                to="reports.archivedreport",
                            ),
                        ),
                    ],
                    options={
                        "default_permissions": (),
                    },
                ),
                migrations.CreateModel(
                    name="ReportRecipients",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                    name="ReportEmail",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("address", models.CharField(max_length=254)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("queued", "Queued"),
                                    ("sending", "Sending"),
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
                        (
                            "ended_at",
                            models.DateTimeField(help_text="Delivered or given up.", null=True),
                        ),
                        ("error", models.CharField(blank=True, max_length=200)),
                        (
                            "report",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="mailings",
                                to="reports.archivedreport",
                            ),
                        ),
                        ("expires_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "ordering": ("pk",),
                        "default_permissions": (),
                        "indexes": [models.Index(fields=["state", "due_at"], name="mailings_due")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("report", "address"), name="mailing_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LogCursor",
                    fields=[
                        (
                            "table",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="rolled",
                                serialize=False,
                                to="tables.table",
                            ),
                        ),
                        ("seq", models.BigIntegerField(default=0)),
                        ("until", models.BigIntegerField(default=0, help_text="Unix seconds.")),
                        ("state", models.JSONField(default=dict)),
                    ],
                    options={
                        "default_permissions": (),
                    },
                ),
                migrations.CreateModel(
                    name="SeatUseCursor",
                    fields=[
                        (
                            "room",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="seat_use",
                                serialize=False,
                                to="tables.room",
                            ),
                        ),
                        ("state", models.JSONField(default=dict)),
                    ],
                    options={
                        "default_permissions": (),
                    },
                ),
                migrations.CreateModel(
                    name="RollupProgress",
                    fields=[
                        (
                            "room",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="rolled",
                                serialize=False,
                                to="tables.room",
                            ),
                        ),
                        ("until", models.BigIntegerField(default=0, help_text="Unix seconds.")),
                        ("lists_seq", models.BigIntegerField(default=0)),
                        (
                            "silence",
                            models.BigIntegerField(
                                default=0, help_text="The last silence that was counted."
                            ),
                        ),
                        (
                            "has_long_sums",
                            models.BooleanField(
                                db_default=False,
                                default=False,
                                help_text="Room days, table months and fill months have the sums of all table days and half hours.",
                            ),
                        ),
                    ],
                    options={
                        "default_permissions": (),
                    },
                ),
                migrations.CreateModel(
                    name="ReportFile",
                    fields=[
                        (
                            "key",
                            models.UUIDField(
                                default=uuid.uuid4,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("kind", models.CharField(max_length=20)),
                        ("fields", models.JSONField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "waiting"),
                                    ("reading", "reading the figures"),
                                    ("drawing", "drawing the pages"),
                                    ("done", "done"),
                                    ("failed", "failed"),
                                ],
                                default="waiting",
                                max_length=8,
                            ),
                        ),
                        ("why_failed", models.CharField(blank=True, max_length=300)),
                        ("name", models.CharField(blank=True, max_length=200)),
                        ("content", models.BinaryField(null=True)),
                        ("asked_at", models.DateTimeField()),
                        ("done_at", models.DateTimeField(null=True)),
                        (
                            "made_for",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="report_files",
                                to="staff.staff",
                            ),
                        ),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="report_files",
                                to="tables.room",
                            ),
                        ),
                    ],
                    options={
                        "default_permissions": (),
                        "indexes": [models.Index(fields=["asked_at"], name="report_file_asked")],
                    },
                ),
                migrations.CreateModel(
                    name="TableHour",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("hands", models.IntegerField(default=0)),
                        ("partial", models.IntegerField(default=0)),
                        ("misdeals", models.IntegerField(default=0)),
                        ("undone", models.IntegerField(default=0)),
                        ("downs", models.IntegerField(default=0)),
                        ("open_s", models.BigIntegerField(default=0)),
                        ("seat_s", models.BigIntegerField(default=0)),
                        ("chair_s", models.BigIntegerField(default=0)),
                        ("rake", models.BigIntegerField(default=0)),
                        ("jackpot", models.BigIntegerField(default=0)),
                        ("time", models.BigIntegerField(default=0)),
                        ("hour", models.DateTimeField()),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("dealer", models.CharField(blank=True, max_length=40)),
                        ("game", models.CharField(blank=True, max_length=120)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_hours",
                                to="tables.room",
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_hours",
                                to="tables.table",
                            ),
                        ),
                    ],
                    options={
                        "permissions": [
                            ("read_reports", "Can view all reports, replays and the audit"),
                            ("read_shift", "Can view the shift report and replays"),
                        ],
                        "abstract": False,
                        "default_permissions": (),
                        "indexes": [
                            models.Index(fields=["room", "day", "dealer"], name="hours_of_a_day"),
                            models.Index(fields=["room", "hour"], name="hours_of_a_while"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("table", "hour", "day", "shift", "dealer", "game"),
                                name="hour_cell_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TableDay",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("hands", models.IntegerField(default=0)),
                        ("partial", models.IntegerField(default=0)),
                        ("misdeals", models.IntegerField(default=0)),
                        ("undone", models.IntegerField(default=0)),
                        ("downs", models.IntegerField(default=0)),
                        ("open_s", models.BigIntegerField(default=0)),
                        ("seat_s", models.BigIntegerField(default=0)),
                        ("chair_s", models.BigIntegerField(default=0)),
                        ("rake", models.BigIntegerField(default=0)),
                        ("jackpot", models.BigIntegerField(default=0)),
                        ("time", models.BigIntegerField(default=0)),
                        ("n", models.IntegerField(default=0)),
                        ("hh", models.BigIntegerField(default=0)),
                        ("ht", models.BigIntegerField(default=0)),
                        ("tt", models.BigIntegerField(default=0)),
                        ("dd", models.FloatField(default=0)),
                        ("dt", models.FloatField(default=0)),
                        ("rr", models.FloatField(default=0)),
                        ("rt", models.FloatField(default=0)),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("game", models.CharField(blank=True, max_length=120)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_days",
                                to="tables.room",
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_days",
                                to="tables.table",
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                        "default_permissions": (),
                        "indexes": [models.Index(fields=["room", "day"], name="tables_of_a_day")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("table", "day", "shift", "game"), name="day_table_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RoomDay",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("hands", models.IntegerField(default=0)),
                        ("partial", models.IntegerField(default=0)),
                        ("misdeals", models.IntegerField(default=0)),
                        ("undone", models.IntegerField(default=0)),
                        ("downs", models.IntegerField(default=0)),
                        ("open_s", models.BigIntegerField(default=0)),
                        ("seat_s", models.BigIntegerField(default=0)),
                        ("chair_s", models.BigIntegerField(default=0)),
                        ("rake", models.BigIntegerField(default=0)),
                        ("jackpot", models.BigIntegerField(default=0)),
                        ("time", models.BigIntegerField(default=0)),
                        ("n", models.IntegerField(default=0)),
                        ("hh", models.BigIntegerField(default=0)),
                        ("ht", models.BigIntegerField(default=0)),
                        ("tt", models.BigIntegerField(default=0)),
                        ("dd", models.FloatField(default=0)),
                        ("dt", models.FloatField(default=0)),
                        ("rr", models.FloatField(default=0)),
                        ("rt", models.FloatField(default=0)),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("game", models.CharField(blank=True, max_length=120)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_room_days",
                                to="tables.room",
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                        "default_permissions": (),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("room", "day", "shift", "game"), name="day_room_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TableMonth",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("hands", models.IntegerField(default=0)),
                        ("partial", models.IntegerField(default=0)),
                        ("misdeals", models.IntegerField(default=0)),
                        ("undone", models.IntegerField(default=0)),
                        ("downs", models.IntegerField(default=0)),
                        ("open_s", models.BigIntegerField(default=0)),
                        ("seat_s", models.BigIntegerField(default=0)),
                        ("chair_s", models.BigIntegerField(default=0)),
                        ("rake", models.BigIntegerField(default=0)),
                        ("jackpot", models.BigIntegerField(default=0)),
                        ("time", models.BigIntegerField(default=0)),
                        ("n", models.IntegerField(default=0)),
                        ("hh", models.BigIntegerField(default=0)),
                        ("ht", models.BigIntegerField(default=0)),
                        ("tt", models.BigIntegerField(default=0)),
                        ("dd", models.FloatField(default=0)),
                        ("dt", models.FloatField(default=0)),
                        ("rr", models.FloatField(default=0)),
                        ("rt", models.FloatField(default=0)),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("game", models.CharField(blank=True, max_length=120)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_table_months",
                                to="tables.room",
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_months",
                                to="tables.table",
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                        "default_permissions": (),
                        "indexes": [models.Index(fields=["room", "day"], name="tables_of_a_month")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("table", "day", "shift", "game"), name="month_table_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DealerDay",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("hands", models.IntegerField(default=0)),
                        ("partial", models.IntegerField(default=0)),
                        ("misdeals", models.IntegerField(default=0)),
                        ("undone", models.IntegerField(default=0)),
                        ("downs", models.IntegerField(default=0)),
                        ("open_s", models.BigIntegerField(default=0)),
                        ("seat_s", models.BigIntegerField(default=0)),
                        ("chair_s", models.BigIntegerField(default=0)),
                        ("rake", models.BigIntegerField(default=0)),
                        ("jackpot", models.BigIntegerField(default=0)),
                        ("time", models.BigIntegerField(default=0)),
                        ("n", models.IntegerField(default=0)),
                        ("hh", models.BigIntegerField(default=0)),
                        ("ht", models.BigIntegerField(default=0)),
                        ("tt", models.BigIntegerField(default=0)),
                        ("dd", models.FloatField(default=0)),
                        ("dt", models.FloatField(default=0)),
                        ("rr", models.FloatField(default=0)),
                        ("rt", models.FloatField(default=0)),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("dealer", models.CharField(blank=True, max_length=40)),
                        ("game", models.CharField(blank=True, max_length=120)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_dealers",
                                to="tables.room",
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                        "default_permissions": (),
                        "indexes": [
                            models.Index(fields=["room", "dealer", "day"], name="days_of_a_dealer")
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("room", "day", "shift", "dealer", "game"),
                                name="day_dealer_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DealerMonth",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("hands", models.IntegerField(default=0)),
                        ("partial", models.IntegerField(default=0)),
                        ("misdeals", models.IntegerField(default=0)),
                        ("undone", models.IntegerField(default=0)),
                        ("downs", models.IntegerField(default=0)),
                        ("open_s", models.BigIntegerField(default=0)),
                        ("seat_s", models.BigIntegerField(default=0)),
                        ("chair_s", models.BigIntegerField(default=0)),
                        ("rake", models.BigIntegerField(default=0)),
                        ("jackpot", models.BigIntegerField(default=0)),
                        ("time", models.BigIntegerField(default=0)),
                        ("n", models.IntegerField(default=0)),
                        ("hh", models.BigIntegerField(default=0)),
                        ("ht", models.BigIntegerField(default=0)),
                        ("tt", models.BigIntegerField(default=0)),
                        ("dd", models.FloatField(default=0)),
                        ("dt", models.FloatField(default=0)),
                        ("rr", models.FloatField(default=0)),
                        ("rt", models.FloatField(default=0)),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("dealer", models.CharField(blank=True, max_length=40)),
                        ("game", models.CharField(blank=True, max_length=120)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_months",
                                to="tables.room",
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                        "default_permissions": (),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("room", "day", "shift", "dealer", "game"),
                                name="month_dealer_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CallFact",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("seq", models.BigIntegerField()),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("at", models.DateTimeField()),
                        ("game", models.CharField(blank=True, max_length=120)),
                        ("family", models.CharField(blank=True, max_length=10)),
                        ("dealer", models.CharField(blank=True, max_length=40)),
                        ("key", models.CharField(blank=True, max_length=60)),
                        ("hand", models.PositiveIntegerField(default=0)),
                        ("seen_s", models.IntegerField(null=True)),
                        ("here_s", models.IntegerField(null=True)),
                        ("closed_s", models.IntegerField(null=True)),
                        ("status", models.CharField(max_length=10)),
                        ("decision", models.CharField(default="none", max_length=10)),
                        ("proposal", models.BooleanField(default=False)),
                        ("reason", models.CharField(blank=True, max_length=500)),
                        ("by", models.CharField(blank=True, max_length=40)),
                        ("appeals", models.PositiveSmallIntegerField(default=0)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_calls",
                                to="tables.room",
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_calls",
                                to="tables.table",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("at", "id"),
                        "default_permissions": (),
                        "indexes": [
                            models.Index(fields=["room", "day"], name="call_facts_of_a_day"),
                            models.Index(fields=["room", "at"], name="call_facts_of_a_while"),
                            models.Index(
                                fields=["room", "decision", "day"], name="call_facts_by_decision"
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(fields=("table", "seq"), name="call_fact_once")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FillMonth",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("open_s", models.BigIntegerField(default=0)),
                        ("seat_s", models.BigIntegerField(default=0)),
                        ("chair_s", models.BigIntegerField(default=0)),
                        ("wait_s", models.BigIntegerField(default=0)),
                        ("called_s", models.BigIntegerField(default=0)),
                        ("held_s", models.BigIntegerField(default=0)),
                        ("not_called_s", models.BigIntegerField(default=0)),
                        ("floor_call_s", models.BigIntegerField(default=0)),
                        ("no_dealer_s", models.BigIntegerField(default=0)),
                        ("locked_s", models.BigIntegerField(default=0)),
                        ("day", models.DateField()),
                        ("hour", models.PositiveSmallIntegerField()),
                        ("game", models.CharField(blank=True, max_length=120)),
                        ("half_hours", models.PositiveIntegerField(default=0)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_fill",
                                to="tables.room",
                            ),
                        ),
                        ("must_move_s", models.BigIntegerField(db_default=0, default=0)),
                    ],
                    options={
                        "abstract": False,
                        "default_permissions": (),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("room", "day", "hour", "game"), name="fill_month_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WaitDay",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("game", models.CharField(max_length=60)),
                        ("added", models.PositiveIntegerField(default=0)),
                        ("seated", models.PositiveIntegerField(default=0)),
                        ("left", models.PositiveIntegerField(default=0)),
                        ("passed", models.PositiveIntegerField(default=0)),
                        ("waits", models.JSONField(default=list)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_waits",
                                to="tables.room",
                            ),
                        ),
                    ],
                    options={
                        "default_permissions": (),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("room", "day", "shift", "game"), name="wait_day_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="IncidentDay",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("category", models.CharField(max_length=40)),
                        ("severity", models.PositiveSmallIntegerField()),
                        ("n", models.PositiveIntegerField()),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_incidents",
                                to="tables.room",
                            ),
                        ),
                    ],
                    options={
                        "default_permissions": (),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("room", "day", "shift", "category", "severity"),
                                name="incident_day_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="OutageHour",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("hour", models.DateTimeField()),
                        ("day", models.DateField()),
                        ("shift", models.CharField(max_length=20)),
                        ("seconds", models.PositiveIntegerField(default=0)),
                        ("times", models.PositiveIntegerField(default=0)),
                        (
                            "room",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_silences",
                                to="tables.room",
                            ),
                        ),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rolled_silences",
                                to="tables.table",
                            ),
                        ),
                    ],
                    options={
                        "default_permissions": (),
                        "indexes": [models.Index(fields=["room", "day"], name="silences_of_a_day")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("table", "hour", "day", "shift"), name="silent_hour_once"
                            )
                        ],
                    },
                ),
            ]
        ),
        *append_only("reports_archivedreport", "An archived report"),
        *append_only("reports_reportpdf", "The PDF of an archived report"),
        *append_only("reports_reportclosing", "The closing of a report"),
    ]
