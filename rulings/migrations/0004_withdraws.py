from django.db import migrations, models

from journal.append_only import drop_triggers, make_append_only

TABLE, WHAT = "rulings_version", "A version of the rulebook"


class Migration(migrations.Migration):
    """SQLite makes the table anew for a column, and its triggers with it."""

    dependencies = [("rulings", "0003_incidents")]

    operations = [
        migrations.RunPython(drop_triggers(TABLE), make_append_only(TABLE, WHAT)),
        migrations.AddField(
            model_name="version",
            name="withdraws",
            field=models.BooleanField(
                default=False,
                help_text="The table goes back to the room's rulebook; settings as that has them.",
            ),
        ),
        migrations.RunPython(make_append_only(TABLE, WHAT), drop_triggers(TABLE)),
        migrations.AddField(
            model_name="draft",
            name="withdraws",
            field=models.BooleanField(default=False, help_text="Back to the room's rulebook."),
        ),
    ]
