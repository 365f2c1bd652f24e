"""`manage.py backup DIR`: backs up the room to one file while the server runs."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from ops.backup import BackupError
from ops.backup.backup_restore import backup, database
from staff.audit.recording import record


class Command(BaseCommand):
    """Write a backup, and print its file and content."""

    help = "Backs up everything into one file in a folder, while Floorbook runs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the folder argument."""
        parser.add_argument("folder", type=Path, help="where the file is written")

    def handle(self, *_args: object, folder: Path, **_options: object) -> None:
        """Run the command."""
        source, now = database(connection.settings_dict), timezone.now()
        try:
            file, manifest = backup(source, folder, now)
        except BackupError as error:
            raise CommandError(str(error)) from error
        record("system.command", "backup_made", now=now, after={"file": file.name})
        entries = manifest.rows.get("journal_entry", 0)
        self.stdout.write(
            f"{file}: {len(manifest.heads)} logs with {entries} entries,"
            f" {sum(manifest.rows.values())} rows. Only this user can read it; it contains names and"
            " legal names. Not included: the secret key (DATA_DIR/secret_key or SECRET_KEY);"
            " without it everyone has to sign in again. PDFs aren't stored."
        )
