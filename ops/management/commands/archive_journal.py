"""`manage.py archive_journal --before MONTH`: closed months of the log, moved to archives in both places of backups."""

import sys
from datetime import datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from journal.archive_file import ArchiveError
from journal.archives import archives_by_label, places
from journal.archiving import (
    ArchivingError,
    archive_partition,
    closed_partitions,
    digests_of,
    drop_archived,
)
from journal.partitions import Partition, has_partitions, parse_month
from journal.second_place import same_disk_warning
from journal.work_folders import remove_left_work
from staff.audit.recording import record


class Command(BaseCommand):
    """Archive closed months; with `--drop`, remove from the database those that are archived in two places."""

    help = (
        "Writes each closed month before MONTH into an archive, verifies it entry by entry, and copies it to the "
        "second place. --drop then removes these months from the database, as the owner of its tables."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--before", required=True, metavar="YYYY-MM")
        parser.add_argument(
            "--drop", action="store_true", help="remove archived months from the database"
        )
        parser.add_argument(
            "--digests",
            action="store_true",
            help="with --drop: read the SHA-256 of the files from standard input, as sha256sum prints them, for an"
            " owner who can't read the folders of backups",
        )
        parser.add_argument(
            "--files",
            action="store_true",
            help="only print the archive files of these months, in both places",
        )

    def handle(
        self,
        *_args: object,
        before: str,
        drop: bool,
        digests: bool,
        files: bool,
        **_options: object,
    ) -> None:
        """Run the command; a failure is printed as a sentence, with exit status 1."""
        if not has_partitions():
            raise CommandError(
                "Archives are for PostgreSQL: a room on SQLite keeps its whole log in one file."
            )
        now = timezone.now()
        try:
            months = closed_partitions(parse_month(before), now)
            if files:
                self._print_files(months)
            elif drop:
                self._drop(months, now, digests=digests)
            else:
                self._archive(months, now)
        except ValueError as error:
            raise CommandError(f"{before} isn't a month: write it as 2026-03.") from error
        except (ArchivingError, ArchiveError) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            reason = str(error).strip().splitlines()[0]
            raise CommandError(
                f"Nothing was removed: {reason}. Only the owner of the tables can do that"
                " (floorbook-archive)."
            ) from error

    def _archive(self, months: list[Partition], now: datetime) -> None:
        problems: list[str] = []
        for folder in places():
            for path in remove_left_work(folder, problems):
                self.stdout.write(f"{path}: left by a run that was killed, deleted")
        for problem in problems:
            self.stderr.write(problem)
        for part in months:
            archive = archive_partition(part, now)
            self.stdout.write(
                f"{archive.file}: {archive.entries} entries, {archive.bytes:,} bytes, verified in two"
                f" places, SHA-256 {archive.sha256}"
            )
        self.stdout.write(f"{len(months)} months archived; they are still in the database.")
        if months and (warning := same_disk_warning(*places())):
            self.stderr.write(warning)

    def _print_files(self, months: list[Partition]) -> None:
        archives = archives_by_label()
        for part in months:
            if archive := archives.get(part.label):
                for folder in places():
                    self.stdout.write(str(folder / archive.file))

    def _drop(self, months: list[Partition], now: datetime, *, digests: bool) -> None:
        input_digests = [_digest(line) for line in sys.stdin] if digests else None
        for part in months:
            archive = archives_by_label().get(part.label)
            file_digests = (
                input_digests
                if input_digests is not None
                else digests_of(archive)
                if archive
                else []
            )
            drop_archived(part, file_digests)
            record("system.command", "log_month_dropped", now=now, after={"month": part.label})
            self.stdout.write(f"{part.label}: removed from the database; read from its archive now")


def _digest(line: str) -> tuple[str, str]:
    """Return path and SHA-256 of a line of sha256sum."""
    value, _, path = line.rstrip("\n").partition("  ")
    return path, value
