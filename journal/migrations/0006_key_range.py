"""A function that finds the primary keys of a range of entries, so that a query plans only their partitions."""

from django.db import migrations

from journal.partition_schema import create_key_range


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0005_guard_by_statement"),
    ]

    operations = [migrations.RunPython(create_key_range)]
