"""`manage.py backup [DIR]`: backs up the room to one file while the server runs."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ops.backup import BackupError
from ops.backup.rotation import prune_backups
from ops.backup.runs import make_backup


class Command(BaseCommand):
    """Write a backup, copy it, and print its file and content."""

    help = "Backs up everything into one file in a folder, while Floorbook runs."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", type=Path, nargs="?", help="where the file is written; default: BACKUP_DIR"
        )
        parser.add_argument(
            "--prune", action="store_true", help="afterwards delete old backups, as `backups prune`"
        )

    def handle(self, *_args: object, folder: Path | None, prune: bool, **_options: object) -> None:
        """Run the command. Successes are printed; any failure makes the exit status 1."""
        folder = (folder or settings.BACKUP_DIR).resolve()
        now = timezone.now()
        try:
            result = make_backup(folder, now)
        except BackupError as error:
            raise CommandError(str(error)) from error
        manifest = result.manifest
        entries = manifest.rows.get("journal_entry", 0)
        self.stdout.write(
            f"{result.file}: {len(manifest.heads)} logs with {entries} entries,"
            f" {sum(manifest.rows.values())} rows. Only this user can read it; it contains names and"
            " legal names. Not included: the secret key (DATA_DIR/secret_key or SECRET_KEY);"
            " without it everyone has to sign in again. PDFs aren't stored."
        )
        if result.warning:
            self.stderr.write(f"Warning: {result.warning}")
        if result.problems:  # older backups are then not deleted
            raise CommandError(" ".join(result.problems))
        if prune:
            prune_result = prune_backups(now, settings.BACKUP_KEEP_DAYS, folder)
            self.stdout.write(f"{len(prune_result.removed)} old files deleted.")
            if prune_result.problems:
                raise CommandError(" ".join(prune_result.problems))
