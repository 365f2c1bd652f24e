"""Encrypt webhook secrets with the room's key; existing ones keep signing."""

from typing import Any

from django.db import migrations, models

from api.webhooks.secret_encryption import decrypt, encrypt


def seal_all(apps: Any, _editor: Any) -> None:
    for hook in apps.get_model("api", "Hook").objects.all():
        hook.sealed = encrypt(hook.sealed)
        hook.before = encrypt(hook.before) if hook.before else ""
        hook.save(update_fields=["sealed", "before"])


def open_all(apps: Any, _editor: Any) -> None:
    for hook in apps.get_model("api", "Hook").objects.all():
        hook.sealed = decrypt(hook.sealed) or ""
        hook.before = decrypt(hook.before) or "" if hook.before else ""
        hook.save(update_fields=["sealed", "before"])


class Migration(migrations.Migration):
    dependencies = [("api", "0001_initial")]

    operations = [
        migrations.RenameField("hook", "secret", "sealed"),
        migrations.AlterField("hook", "sealed", models.CharField(max_length=200)),
        migrations.AlterField("hook", "before", models.CharField(blank=True, max_length=200)),
        migrations.RunPython(seal_all, open_all),
    ]
