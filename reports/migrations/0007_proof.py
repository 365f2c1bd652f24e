"""Add the chain status at the time a report was archived."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0006_stored_roles"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedreport",
            name="proof",
            field=models.JSONField(null=True),
        ),
    ]
