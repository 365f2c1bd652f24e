"""What people and programs did; the database refuses to change or delete it."""

from django.db import migrations, models

from journal.append_only import drop_triggers, make_append_only


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Act",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("who", models.CharField(max_length=160)),
                ("alias", models.CharField(blank=True, max_length=60)),
                ("verb", models.CharField(max_length=40)),
                ("about_kind", models.CharField(blank=True, max_length=40)),
                ("about_key", models.CharField(blank=True, max_length=100)),
                ("about_name", models.CharField(blank=True, max_length=120)),
                ("room", models.BigIntegerField(null=True)),
                ("table", models.BigIntegerField(null=True)),
                ("device", models.CharField(blank=True, max_length=80)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[("done", "done"), ("refused", "refused")], max_length=8
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "permissions": [("search_acts", "Can search who did what")],
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["at", "id"], name="act_at"),
                    models.Index(fields=["who", "at"], name="act_who"),
                    models.Index(fields=["verb", "at"], name="act_verb"),
                    models.Index(fields=["device", "at"], name="act_device"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LastUse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.CharField(max_length=160)),
                ("where", models.CharField(max_length=20)),
                ("at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("who", "where"), name="last_use_once")
                ],
            },
        ),
        migrations.RunPython(
            make_append_only("audit_act", "What was done"), drop_triggers("audit_act")
        ),
    ]
