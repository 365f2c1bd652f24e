"""`manage.py rebuild_pictures`: what stands beside the logs is made anew from them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from journal import beside, repair
from journal.models import Stream
from journal.verify import Difference


class Command(BaseCommand):
    """A line for each log whose pictures were mended; a log that is not whole is left as it is."""

    help = (
        "Folds the logs again and makes every picture and every row beside them what the logs say."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which logs; all without a name."""
        parser.add_argument("stream", nargs="*", help="keys of logs, as verify_journal prints them")

    def handle(self, *_args: Any, stream: list[str], **_options: Any) -> None:
        """Mend all that can be; exit 1 when a log is broken."""
        rows = Stream.objects.order_by("key").defer("state", "view")
        broken = 0
        for one in rows.filter(key__in=stream) if stream else rows:
            try:
                mended = repair.picture(one) + beside.rebuild(one)
            except Difference as difference:
                broken += 1
                self.stdout.write(f"{one.key}: LEFT AS IT IS, {difference}")
                continue
            for told in mended:
                self.stdout.write(f"{one.key}: mended, {told}")
        if broken:
            raise CommandError(f"Logs that are not whole: {broken}. Nothing is made from those.")
