"""Add the device of an entry, and the indexes of the audit log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0005_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="device",
            field=models.CharField(
                blank=True,
                help_text="From where it was asked; not hashed. A null column is added without copying the log.",
                max_length=80,
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["at", "id"], name="entry_at"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["actor", "at"], name="entry_actor"),
        ),
    ]
