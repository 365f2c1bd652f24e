"""`manage.py verify_journal`: every chain and every picture, checked against the log; or one evidence bundle."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from journal import beside, compared, evidence
from journal.models import Stream
from journal.proving import confirmed, prove
from journal.verify import Difference, orphans, verify

PROVED = (
    "this proves that its entries are as they were hashed, one after the other, with their names",
    "this does not prove that they are the room's: for that the room's log has the same entries, or the room wrote"
    " down the same digest, or its paper has a head that is in it",
)


class Command(BaseCommand):
    """Print a line a stream; exit 1 when one differs."""

    help = (
        "Rebuilds every picture from the log and checks the chain; with --bundle, checks one evidence bundle, also "
        "where there is no database; with --head, compares with what a stored report prints. Exits 1 on a difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A bundle instead of the logs; what paper says of where logs ended."""
        parser.add_argument("--bundle", type=Path, metavar="FILE", help="a ZIP of the replay pages")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="LOG:ENTRY:HASH",
            help="as a stored report prints it; may be said more than once",
        )

    def handle(self, *_args: Any, bundle: Path | None, head: list[str], **_options: Any) -> None:
        """Check all streams, also after one that differs; or the bundle; or what paper says, of either."""
        try:
            heads = [compared.said(text) for text in head]
        except compared.Unsaid as error:
            raise CommandError(f"{error}.") from error
        if bundle is not None:
            self._bundle(bundle, heads)
            return
        if heads:
            self._heads(None, heads)
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
            prove(stream.pk, now=timezone.now())
            return False
        told = list(beside.differing(stream))
        if gone := confirmed(checked, now=timezone.now()):
            told.append(gone)
        for line in told:
            self.stdout.write(f"{stream.key}: DIFFERS, {line}")
        if not told:
            self.stdout.write(f"{stream.key}: {checked.seq} entries, chain and picture agree")
        return not told

    def _bundle(self, path: Path, heads: list[compared.Said]) -> None:
        """What the bundle is, then whether it holds in itself, then whether log and paper say the same."""
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
        for line in PROVED:
            self.stdout.write(f"{path.name}: {line}")
        self._heads(found, heads)
        if not compared.log_is_here():
            self.stdout.write(f"{path.name}: there is no log here to compare it with")
            return
        if told := compared.differs(found):
            self.stdout.write(f"{path.name}: DIFFERS from the log here, {told}")
            raise CommandError(f"{path.name} is not of the log here: {told}.")
        self.stdout.write(f"{path.name}: the log here has the same entries")

    def _heads(self, bundle: evidence.Bundle | None, heads: list[compared.Said]) -> None:
        """Whether the bundle, or else the log here, has what paper says; exit 1 where one has another."""
        wrong = 0
        for one in heads:
            has, where = (compared.in_bundle(bundle, one) if bundle else None), "the bundle"
            if has is None and compared.log_is_here():
                has, where = compared.in_log(one), "the log here"
            if has is None:
                told = "cannot be told: no bundle here has that entry, and there is no log"
            else:
                told = f"{where} has it" if has else f"DIFFERS, {where} has another, or none"
            wrong += not has
            self.stdout.write(f"{one}: {told}")
        if wrong:
            raise CommandError(
                f"{wrong} of {len(heads)} heads could not be found as they are on paper."
            )
