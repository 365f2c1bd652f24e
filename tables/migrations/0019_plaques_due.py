"""Add scheduled plaque changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add plaque changes that take effect later."""

    dependencies = [
        ("tables", "0018_message_texts"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlaqueDue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "names",
                    models.JSONField(
                        help_text="Of the plaques, whatever their versions are by then."
                    ),
                ),
                (
                    "values",
                    models.JSONField(help_text="Fields of a plaque, amounts in the smallest unit."),
                ),
                ("put_up", models.JSONField(help_text="Numbers of the open tables that take it.")),
                (
                    "said",
                    models.JSONField(help_text="What changes, in words: label, before, after."),
                ),
                (
                    "begins",
                    models.CharField(
                        help_text="The moment in words: day of 24 Nov.", max_length=120
                    ),
                ),
                ("effective_from", models.DateTimeField()),
                (
                    "asked_by",
                    models.CharField(help_text="As the log names people.", max_length=160),
                ),
                ("asked_alias", models.CharField(blank=True, max_length=60)),
                ("asked_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waits", "waits"),
                            ("begun", "in force"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="waits",
                        max_length=10,
                    ),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_alias", models.CharField(blank=True, max_length=60)),
                (
                    "held_up",
                    models.JSONField(
                        default=dict,
                        help_text="The refusal for which it is not in force although its time came.",
                    ),
                ),
            ],
            options={
                "ordering": ("effective_from", "id"),
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waits")),
                        fields=["effective_from"],
                        name="plaques_that_wait",
                    )
                ],
            },
        ),
    ]
