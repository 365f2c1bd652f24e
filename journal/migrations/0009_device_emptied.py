"""Let the device of an entry be blanked. It is not hashed, and IP addresses are retained for some years only."""

from django.db import migrations

from journal.append_only import allow_blanking


class Migration(migrations.Migration):
    dependencies = [("journal", "0008_proven")]

    operations = [
        migrations.RunPython(
            allow_blanking("journal_entry", ("device",), "The journal is append-only: an entry"),
            migrations.RunPython.noop,
        )
    ]
