"""Of an entry the device may be emptied, which is not hashed: a browser's address is kept for some years only."""

from django.db import migrations

from journal.kept import may_empty


class Migration(migrations.Migration):
    dependencies = [("journal", "0008_proven")]

    operations = [
        migrations.RunPython(
            may_empty("journal_entry", ("device",), "The journal is append-only: an entry"),
            migrations.RunPython.noop,
        )
    ]
