"""The function that returns the month of a time, with a plan that is kept."""

from typing import ClassVar

from django.db import migrations

from journal.migration_operations import RunOnDatabase
from journal.partition_schema import replace_month_function


class Migration(migrations.Migration):
    dependencies: ClassVar = [("journal", "0001_initial")]

    operations: ClassVar = [RunOnDatabase(replace_month_function)]
