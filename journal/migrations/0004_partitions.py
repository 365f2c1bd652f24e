"""Keep the log in monthly partitions on PostgreSQL."""

from django.db import migrations

from journal.partition_schema import partition_journal


class Migration(migrations.Migration):
    atomic = False  # the rows are read without a lock first

    dependencies = [
        ("journal", "0003_archives"),
    ]

    operations = [migrations.RunPython(partition_journal)]
