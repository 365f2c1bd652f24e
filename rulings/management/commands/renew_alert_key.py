"""`manage.py renew_alert_key`: create a new key for alerts."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from outbox.phones.keys import key_renew


class Command(BaseCommand):
    """Needed if no key decrypts the stored one, or if someone else may have it."""

    help = "Make a new key for alerts. Every phone must be allowed again."

    def handle(self, *args: object, **options: object) -> None:
        count = key_renew(timezone.now())
        self.stdout.write(f"New key for alerts. Removed {count} phones: allow calls on each again.")
