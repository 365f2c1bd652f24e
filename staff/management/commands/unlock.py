"""`manage.py unlock BADGE`: end the delays of a badge, and of its user name, after wrong PINs and passwords."""

from argparse import ArgumentParser

from axes.utils import reset
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from staff.audit.recording import record
from staff.models import Staff
from staff.pins import staff_unlock

OPERATOR = "system.operator"  # the person who runs commands on the server


class Command(BaseCommand):
    """Unlock one badge from the server, for when no manager can sign in."""

    help = "Ends the delays of a badge and its user name after wrong PINs and passwords."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("badge", help="the badge number, such as 101")

    def handle(self, *args: object, **options: object) -> None:
        """Unlock the badge, and print whose it is."""
        badge = options["badge"]
        staff = Staff.objects.select_related("user").filter(badge=badge).first()
        if staff is None:
            raise CommandError(
                f"No one has badge {badge}. Staff and badges are under Settings, Staff."
            )
        staff_unlock(staff=staff)
        reset(username=staff.user.get_username())
        record(OPERATOR, "staff_unlocked", now=timezone.now(), about=staff)
        self.stdout.write(f"{staff.alias}, badge {badge}, is unlocked.")
