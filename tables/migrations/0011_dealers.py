"""Add the log of a room's dealers on duty and its supervisors' sections."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0003_hands_begun"),
        ("tables", "0010_visits"),
    ]

    operations = [
        migrations.CreateModel(
            name="RoomDealers",
            fields=[
                (
                    "stream",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="dealers",
                        serialize=False,
                        to="journal.stream",
                    ),
                ),
                (
                    "room",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="dealers",
                        to="tables.room",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
