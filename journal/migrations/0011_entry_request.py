"""Add the digest of what a client sent to each entry, so that a command id cannot be used again for something else.

The trigger that lets only the device be blanked lists all columns, so it is made again.
"""

from django.db import migrations, models

from journal.append_only import allow_blanking


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0010_plain_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="request",
            field=models.CharField(
                blank=True,
                help_text="Digest of what the client sent, keyed with the server's secret; not hashed.",
                max_length=32,
                null=True,
            ),
        ),
        migrations.RunPython(
            allow_blanking("journal_entry", ("device",), "The journal is append-only: an entry"),
            migrations.RunPython.noop,
        ),
    ]
