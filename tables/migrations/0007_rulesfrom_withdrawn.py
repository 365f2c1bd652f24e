from django.db import migrations, models

from journal.append_only import drop_triggers, make_append_only

TABLE, WHAT = "tables_rulesfrom", "A version of the house rules"


class Migration(migrations.Migration):
    """SQLite rebuilds the table for a new column, so its triggers must be created again."""

    dependencies = [("tables", "0006_no_room_house_rules")]

    operations = [
        migrations.RunPython(drop_triggers(TABLE), make_append_only(TABLE, WHAT)),
        migrations.AddField(
            model_name="rulesfrom",
            name="withdrawn",
            field=models.BooleanField(
                default=False,
                help_text="From then on the table plays by the room's rulebook again.",
            ),
        ),
        migrations.RunPython(make_append_only(TABLE, WHAT), drop_triggers(TABLE)),
    ]
