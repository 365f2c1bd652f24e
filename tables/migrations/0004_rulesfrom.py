import django.db.models.deletion
from django.db import migrations, models

from journal.append_only import drop_triggers, make_append_only


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0003_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="RulesFrom",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "book",
                    models.CharField(
                        blank=True,
                        help_text="Whose rulebook: empty is the room's.",
                        max_length=80,
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                (
                    "settings",
                    models.JSONField(
                        default=dict, help_text="Only those that differ from the guides' defaults."
                    ),
                ),
                ("effective_from", models.DateTimeField()),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rules_from",
                        to="tables.room",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        help_text="A table with a rulebook of its own; none is the whole room.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rules_from",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": (
                    models.OrderBy(models.F("table"), nulls_last=True),
                    "-effective_from",
                    "-id",
                ),
                "indexes": [
                    models.Index(fields=["room", "table", "effective_from"], name="rules_in_force")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("table", None)),
                        fields=("room", "version"),
                        name="rules_version_once_in_a_room",
                    ),
                    models.UniqueConstraint(
                        fields=("table", "version"), name="rules_version_once_at_a_table"
                    ),
                ],
            },
        ),
        migrations.RunPython(
            make_append_only("tables_rulesfrom", "A version of the house rules"),
            drop_triggers("tables_rulesfrom"),
        ),
    ]
