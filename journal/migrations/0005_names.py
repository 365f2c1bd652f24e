"""Store personal text outside the log; it can be blanked, and not changed otherwise."""

from django.db import migrations, models

from journal.append_only import allow_blanking, drop_triggers, make_append_only


class Migration(migrations.Migration):
    dependencies = [("journal", "0004_drops")]

    operations = [
        migrations.CreateModel(
            name="Forgetting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stamp", models.CharField(max_length=32)),
            ],
            options={"default_permissions": ()},
        ),
        migrations.CreateModel(
            name="Name",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ref", models.CharField(max_length=32, unique=True)),
                (
                    "player",
                    models.CharField(
                        db_index=True, help_text="As the log names players.", max_length=100
                    ),
                ),
                ("note", models.BooleanField(default=False)),
                ("text", models.TextField(blank=True, help_text="Empty: it was forgotten.")),
                ("salt", models.CharField(blank=True, max_length=32)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "text"),
                        condition=models.Q(("note", False), models.Q(("text", ""), _negated=True)),
                        name="name_once",
                    )
                ],
            },
        ),
        migrations.RunPython(
            make_append_only("journal_name", "A name of the log"), drop_triggers("journal_name")
        ),
        migrations.RunPython(
            allow_blanking("journal_name", ("text", "salt"), "A name of the log", all_at_once=True),
            migrations.RunPython.noop,
        ),
        migrations.RunPython(
            make_append_only("journal_forgetting", "What was forgotten"),
            drop_triggers("journal_forgetting"),
        ),
    ]
