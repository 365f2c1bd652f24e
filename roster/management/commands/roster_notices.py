"""Lists the notices about shifts that failed, and sends them again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from outbox.delivery import retry, trigger
from roster.models import RosterNotice
from roster.notices import LIFETIME, NOTICES


class Command(BaseCommand):
    help = "List notices to dealers that failed, with the reason."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", action="store_true", help="Send them again.")

    def handle(self, *_args: object, **options: Any) -> None:
        now = timezone.now()
        failed = RosterNotice.objects.filter(state=RosterNotice.State.DEAD)
        for notice in failed.select_related("staff").order_by("pk"):
            made_at = timezone.localtime(notice.made_at)
            self.stdout.write(
                f"{notice.staff.alias}, {made_at:%b %-d %H:%M}: {notice.error} {notice.text}"
            )
            if options["again"]:
                RosterNotice.objects.filter(pk=notice.pk).update(expires_at=now + LIFETIME)
                retry(NOTICES, notice, now)
        if options["again"]:
            trigger(NOTICES)
