"""Drop the index of the log by starts of hands, which no query uses."""

from django.db import migrations

from journal.partition_schema import drop_hands_begun


class Migration(migrations.Migration):
    atomic = False  # the locks of the log are tried again and again

    dependencies = [
        ("journal", "0006_key_range"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_hands_begun)],
            state_operations=[migrations.RemoveIndex(model_name="entry", name="entry_hands_begun")],
        ),
    ]
