"""Let PostgreSQL keep the plan of the function that returns the month of a time."""

from typing import ClassVar

from django.db import migrations

from journal.migration_operations import RunOnDatabase
from journal.partition_schema import replace_month_function


class Migration(migrations.Migration):
    dependencies: ClassVar = [("journal", "0001_initial")]

    operations: ClassVar = [RunOnDatabase(replace_month_function)]
