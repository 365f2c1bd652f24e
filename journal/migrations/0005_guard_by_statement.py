"""Guard the log's partitions by a trigger for each statement instead of each row."""

from django.db import migrations

from journal.partition_schema import guard_by_statement


class Migration(migrations.Migration):
    atomic = False  # takes its locks by itself, and tries again

    dependencies = [
        ("journal", "0004_partitions"),
    ]

    operations = [migrations.RunPython(guard_by_statement)]
