"""Add the time of storing to entries that a tablet made earlier, and what it could not know then.

The trigger that lets only the device be blanked lists all columns, so it is made again.
"""

from django.db import migrations, models

from journal.append_only import allow_blanking


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0011_entry_request"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="stored_at",
            field=models.DateTimeField(
                help_text="When it was stored, if a tablet made it earlier; hashed.", null=True
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="caveat",
            field=models.CharField(
                blank=True,
                help_text="What the tablet could not know: clock_corrected, pin_unchecked; hashed.",
                max_length=60,
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="at",
            field=models.DateTimeField(help_text="When it happened: the time of the tap."),
        ),
        migrations.RunPython(
            allow_blanking("journal_entry", ("device",), "The journal is append-only: an entry"),
            migrations.RunPython.noop,
        ),
    ]
