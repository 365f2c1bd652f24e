"""Encrypt the webhook secrets and the key of alerts under the current `SECRET_KEY`: `manage.py reencrypt_webhooks`."""

from django.core.management.base import BaseCommand, CommandError

from outbox.phones.keys import key_reencrypt
from outbox.webhooks.management import webhook_secrets_reencrypt


class Command(BaseCommand):
    """Afterward, earlier keys can be removed from `SECRET_KEY_FALLBACKS`."""

    help = "Encrypt the webhook secrets and the key of alerts under SECRET_KEY, so that an earlier key can be removed."

    def handle(self, *args: object, **options: object) -> None:
        encrypted, unreadable = webhook_secrets_reencrypt()
        is_key_encrypted = key_reencrypt()
        self.stdout.write(f"{encrypted} webhook secrets encrypted under SECRET_KEY.")
        if is_key_encrypted:
            self.stdout.write("The key of alerts encrypted under SECRET_KEY.")
        problems = []
        if unreadable:
            problems.append(
                f"No key decrypts the secrets of {len(unreadable)} webhooks. Rotate them:"
            )
            problems += [f"  {hook.pk} {hook.url}" for hook in unreadable]
        if is_key_encrypted is False:
            problems.append(
                "No key decrypts the key of alerts. Make another: manage.py renew_alert_key"
            )
        if problems:
            raise CommandError("\n".join(problems))
