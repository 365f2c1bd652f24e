"""`manage.py backup DIR`: the whole room in one file, while it works."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from audit.recording import record
from keeping.backup import NoBackup
from keeping.backup.keeping import backup, database


class Command(BaseCommand):
    """Say which file was written, and what is in it."""

    help = "Writes the whole room into one file of a folder, while the room works."

    def add_arguments(self, parser: CommandParser) -> None:
        """The folder."""
        parser.add_argument("folder", type=Path, help="where the file is written")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make it."""
        source, now = database(connection.settings_dict), timezone.now()
        try:
            file, manifest = backup(source, options["folder"], now)
        except NoBackup as error:
            raise CommandError(str(error)) from error
        record("system.command", "backup_made", now=now, after={"file": file.name})
        entries = manifest.rows.get("journal_entry", 0)
        self.stdout.write(
            f"{file}: {len(manifest.heads)} logs with {entries} entries,"
            f" {sum(manifest.rows.values())} rows. Only this user may read it; it has names and"
            " legal names in it. Not in it: the secret key (DATA_DIR/secret_key or SECRET_KEY);"
            " without it everybody signs in again. PDFs are not stored anywhere."
        )
