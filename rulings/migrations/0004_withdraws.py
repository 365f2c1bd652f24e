from django.db import migrations, models

from journal.kept import keep, let_go

TABLE, WHAT = "rulings_version", "A version of the rulebook"


class Migration(migrations.Migration):
    """SQLite makes the table anew for a column, and its triggers with it."""

    dependencies = [("rulings", "0003_incidents")]

    operations = [
        migrations.RunPython(let_go(TABLE), keep(TABLE, WHAT)),
        migrations.AddField(
            model_name="version",
            name="withdraws",
            field=models.BooleanField(
                default=False,
                help_text="The table goes back to the room's rulebook; settings as that has them.",
            ),
        ),
        migrations.RunPython(keep(TABLE, WHAT), let_go(TABLE)),
        migrations.AddField(
            model_name="draft",
            name="withdraws",
            field=models.BooleanField(default=False, help_text="Back to the room's rulebook."),
        ),
    ]
