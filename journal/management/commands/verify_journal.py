"""`manage.py verify_journal`: every chain and every picture, checked against the log; or one evidence bundle."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from journal import beside, compared, evidence
from journal.models import Stream
from journal.verify import Difference, orphans, verify


class Command(BaseCommand):
    """Print a line a stream; exit 1 when one differs."""

    help = (
        "Rebuilds every picture from the log and checks the chain; with --bundle, checks one evidence bundle, also "
        "where there is no database. Exits 1 on a difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A bundle instead of the logs."""
        parser.add_argument("--bundle", type=Path, metavar="FILE", help="a ZIP of the replay pages")

    def handle(self, *_args: Any, bundle: Path | None, **_options: Any) -> None:
        """Check all streams, also after one that differs; or the bundle."""
        if bundle is not None:
            self._bundle(bundle)
            return
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

    def _bundle(self, path: Path) -> None:
        """What the bundle is, then whether it holds in itself, then whether the log here says the same."""
        try:
            checked = evidence.check(path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path.name} cannot be read: {error.strerror}.") from error
        except evidence.Unreadable as error:
            raise CommandError(f"{path.name} is no evidence bundle: {error}.") from error
        found, entries = checked.bundle, checked.bundle.entries
        if checked.problems:
            for problem in checked.problems:
                self.stdout.write(f"{path.name}: DIFFERS, {problem}")
            raise CommandError(f"{path.name} is not as it was made: {checked.problems[0]}.")
        where = f"{found.stream}, entries {entries[0].seq} to {entries[-1].seq}"
        self.stdout.write(f"{path.name}: {where}; each hash, the chain and the names hold")
        self.stdout.write(f"{path.name}: digest of bundle.json {checked.digest}")
        if not compared.log_is_here():
            self.stdout.write(f"{path.name}: there is no log here to compare it with")
            return
        if told := compared.differs(found):
            self.stdout.write(f"{path.name}: DIFFERS from the log here, {told}")
            raise CommandError(f"{path.name} is not of the log here: {told}.")
        self.stdout.write(f"{path.name}: the log here has the same entries")
