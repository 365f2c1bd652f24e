"""Encrypt the webhook secrets under the current `SECRET_KEY`: `manage.py reencrypt_webhooks`."""

from django.core.management.base import BaseCommand, CommandError

from api.webhooks.management import webhook_secrets_reencrypt


class Command(BaseCommand):
    """After it, an earlier key is no longer needed in `SECRET_KEY_FALLBACKS`."""

    help = "Encrypt the webhook secrets under SECRET_KEY, so that an earlier key can be removed."

    def handle(self, *args: object, **options: object) -> None:
        encrypted, unreadable = webhook_secrets_reencrypt()
        self.stdout.write(f"{encrypted} webhook secrets encrypted under SECRET_KEY.")
        if unreadable:
            raise CommandError(
                f"No key decrypts the secrets of {len(unreadable)} webhooks. Rotate them:\n"
                + "\n".join(f"  {hook.pk} {hook.url}" for hook in unreadable)
            )
