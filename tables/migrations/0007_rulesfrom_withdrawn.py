from django.db import migrations, models

from journal.kept import keep, let_go

TABLE, WHAT = "tables_rulesfrom", "A version of the house rules"


class Migration(migrations.Migration):
    """SQLite makes the table anew for a column, and its triggers with it."""

    dependencies = [("tables", "0006_no_room_house_rules")]

    operations = [
        migrations.RunPython(let_go(TABLE), keep(TABLE, WHAT)),
        migrations.AddField(
            model_name="rulesfrom",
            name="withdrawn",
            field=models.BooleanField(
                default=False,
                help_text="From then on the table plays by the room's rulebook again.",
            ),
        ),
        migrations.RunPython(keep(TABLE, WHAT), let_go(TABLE)),
    ]
