"""Add an index for one table's entries in a period."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0006_device"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["at", "stream"], name="entry_at_stream"),
        ),
    ]
