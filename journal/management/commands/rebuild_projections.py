"""`manage.py rebuild_projections`: rebuild snapshots and projections from the logs."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from journal import projections, repair
from journal.archive_file import ArchiveError
from journal.models import Stream
from journal.verify import Mismatch


class Command(BaseCommand):
    """Print a line for each correction. A log with a broken chain is left unchanged."""

    help = "Replays the logs and rebuilds every table view and derived row from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("stream", nargs="*", help="log keys, as printed by verify_journal")

    def handle(self, *_args: object, stream: list[str], **_options: object) -> None:
        """Rebuild all snapshots and projections that can be rebuilt; exit with 1 if a log is broken."""
        rows = Stream.objects.order_by("key").defer("state", "view")
        broken_logs = 0
        for row in rows.filter(key__in=stream) if stream else rows:
            try:
                corrections = repair.rebuild_snapshot(row) + projections.rebuild(row)
            except (Mismatch, ArchiveError) as difference:
                broken_logs += 1
                self.stdout.write(f"{row.key}: NOT CHANGED, {difference}")
                continue
            for message in corrections:
                self.stdout.write(f"{row.key}: rebuilt, {message}")
        if broken_logs:
            raise CommandError(f"Incomplete logs: {broken_logs}. Nothing was rebuilt from them.")
