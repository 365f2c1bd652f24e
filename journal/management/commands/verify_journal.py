"""`manage.py verify_journal`: verify chains and snapshots of all logs, or one evidence bundle."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from journal import evidence, head_comparison, projections
from journal.archive_file import ArchiveError
from journal.archives import archive_problems
from journal.chain_verification import record_full_verification, verify_stream
from journal.models import JournalArchive, Stream
from journal.trigger_comparison import trigger_mismatches
from journal.verify import Mismatch, orphans, verify

SCOPE_NOTES = (
    "this proves the entries are as hashed, in order, with their names",
    "this doesn't prove they are the room's; for that, the room's log must have the same entries, or the room"
    " must have recorded"
    " the same digest, or a printed head must be in it",
)


class Command(BaseCommand):
    """Print one line per stream; exit with 1 on any mismatch."""

    help = (
        "Rebuilds every view from its log and checks the hash chain. --bundle checks one evidence bundle, even "
        "without a database; --head compares with a head printed on a stored report. Exits 1 on any difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--bundle",
            type=Path,
            metavar="FILE",
            help="an evidence bundle ZIP from the replay pages",
        )
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="LOG:ENTRY:HASH",
            help="as printed on a stored report; can be repeated",
        )

    def handle(
        self, *_args: object, bundle: Path | None, head: list[str], **_options: object
    ) -> None:
        """Verify all streams, even after a mismatch, or verify the bundle or the printed heads."""
        try:
            heads = [head_comparison.parse_head(text) for text in head]
        except head_comparison.InvalidHead as error:
            raise CommandError(f"{error}.") from error
        if bundle is not None:
            self._bundle(bundle, heads)
            return
        if heads:
            self._heads(None, heads)
            return
        self._all()

    def _all(self) -> None:
        streams = list(Stream.objects.order_by("key").defer("state", "view"))
        archives = sum(not self._archive_agrees(row) for row in JournalArchive.objects.all())
        differing = sum(not self._agrees(stream) for stream in streams)
        orphan_rows = list(orphans())
        for orphan in orphan_rows:
            self.stdout.write(f"{orphan}: DIFFERS")
        triggers = trigger_mismatches()
        for problem in triggers:
            self.stdout.write(f"triggers: DIFFERS, {problem}")
        if differing or orphan_rows:
            message = f"{differing} of {len(streams)} streams differ from their log."
            raise CommandError(
                f"{message} Rows without a stream: {len(orphan_rows)}." if orphan_rows else message
            )
        if archives:
            raise CommandError(f"{archives} archives differ from what was recorded.")
        if triggers:
            raise CommandError(
                f"{len(triggers)} triggers that keep the log append-only differ from this version's."
            )

    def _archive_agrees(self, archive: JournalArchive) -> bool:
        """Compare an archive's files with the recorded archive, and print the result."""
        wrong, away = archive_problems(archive)
        for problem in wrong:
            self.stdout.write(f"archive {archive.file}: DIFFERS, {problem}")
        for problem in away:
            self.stdout.write(f"archive {archive.file}: {problem}; another place has it")
        if not wrong:
            self.stdout.write(
                f"archive {archive.file}: {archive.entries} entries, SHA-256 and ranges agree"
            )
        return not wrong

    def _agrees(self, stream: Stream) -> bool:
        try:
            verified_stream = verify(stream=stream)
        except Mismatch as difference:
            self.stdout.write(f"{stream.key}: DIFFERS, {difference}")
            verify_stream(stream.pk, now=timezone.now())
            return False
        try:
            messages = list(projections.find_mismatches(stream))
        except ArchiveError as error:
            messages = [str(error)]
        if changed_entry := record_full_verification(verified_stream, now=timezone.now()):
            messages.append(changed_entry)
        for message in messages:
            self.stdout.write(f"{stream.key}: DIFFERS, {message}")
        if not messages:
            self.stdout.write(f"{stream.key}: {verified_stream.seq} entries, chain and view agree")
        return not messages

    def _bundle(self, path: Path, heads: list[head_comparison.PrintedHead]) -> None:
        """Print the bundle's title, whether it is valid, and whether it agrees with the log and the printed heads."""
        try:
            result = evidence.check(path.read_bytes())
        except OSError as error:
            raise CommandError(f"can't read {path.name}: {error.strerror}.") from error
        except evidence.UnreadableBundle as error:
            raise CommandError(f"{path.name} isn't an evidence bundle: {error}.") from error
        bundle = result.bundle
        entries = bundle.entries
        if result.problems:
            for problem in result.problems:
                self.stdout.write(f"{path.name}: DIFFERS, {problem}")
            raise CommandError(f"{path.name} has been changed: {result.problems[0]}.")
        where = f"{bundle.stream}, entries {entries[0].seq} to {entries[-1].seq}"
        self.stdout.write(f"{path.name}: {where}; hashes, chain and names check out")
        self.stdout.write(f"{path.name}: digest of bundle.json {result.digest}")
        self._describe_files(path, bundle)
        for note in SCOPE_NOTES:
            self.stdout.write(f"{path.name}: {note}")
        self._heads(bundle, heads)
        if not head_comparison.has_local_log():
            self.stdout.write(f"{path.name}: no log here to compare with")
            return
        message = head_comparison.bundle_mismatch(bundle) or head_comparison.file_mismatch(result)
        if message:
            self.stdout.write(f"{path.name}: DIFFERS from the log here, {message}")
            raise CommandError(f"{path.name} doesn't match the log here: {message}.")
        self.stdout.write(f"{path.name}: the log here has the same entries")

    def _describe_files(self, path: Path, bundle: evidence.Bundle) -> None:
        for row in bundle.files:
            self.stdout.write(
                f"{path.name}: {row.name}, {row.kind} up to entry {row.seq} of {row.stream}; it adds up"
            )

    def _heads(
        self, bundle: evidence.Bundle | None, heads: list[head_comparison.PrintedHead]
    ) -> None:
        """Compare printed heads with the bundle or, without a bundle, with the local log; exit with 1 on a mismatch."""
        wrong = 0
        for printed_head in heads:
            has = head_comparison.in_bundle(bundle, printed_head) if bundle else None
            where = "the bundle"
            if has is None and head_comparison.has_local_log():
                has = head_comparison.in_log(printed_head)
                where = "the log here"
            if has is None:
                message = "can't tell: no bundle here has that entry, and there's no log"
            else:
                message = (
                    f"{where} has it" if has else f"DIFFERS, {where} has a different one or none"
                )
            wrong += not has
            self.stdout.write(f"{printed_head}: {message}")
        if wrong:
            raise CommandError(f"{wrong} of {len(heads)} heads don't match the paper.")
