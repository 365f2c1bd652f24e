"""`manage.py verify_journal`: every chain and every picture, checked against the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from journal import beside
from journal.models import Stream
from journal.verify import Difference, orphans, verify


class Command(BaseCommand):
    """Print a line a stream; exit 1 when one differs."""

    help = "Rebuilds every picture from the log and checks the chain. Exits 1 on a difference."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Check all streams, also after one that differs."""
        streams = list(Stream.objects.order_by("key").defer("state", "view"))
        differing = sum(not self._agrees(stream) for stream in streams)
        gone = list(orphans())
        for line in gone:
            self.stdout.write(f"{line}: DIFFERS")
        if differing or gone:
            told = f"{differing} of {len(streams)} streams differ from their log."
            raise CommandError(
                f"{told} {len(gone)} rows are without their stream." if gone else told
            )

    def _agrees(self, stream: Stream) -> bool:
        try:
            checked = verify(stream=stream)
        except Difference as difference:
            self.stdout.write(f"{stream.key}: DIFFERS, {difference}")
            return False
        told = list(beside.differing(stream))
        for line in told:
            self.stdout.write(f"{stream.key}: DIFFERS, {line}")
        if not told:
            self.stdout.write(f"{stream.key}: {checked.seq} entries, chain and picture agree")
        return not told
